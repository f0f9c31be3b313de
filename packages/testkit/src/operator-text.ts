/**
 * What only those who run the service can make sense of: names of settings, keys, providers and error codes, addresses,
 * statuses of HTTP. No answer may hold it.
 */
export const operatorText =
  /\b[A-Z]{3,}_[A-Z_]{2,}|\bAPI\b|\bsk-|https?:|\bHTTP\b|\b[45]\d\d\b|openai|OpenAI|anthropic|\bprovider\b/;
