// What Cadence knows of a provider without loading LangChain; a test compares the names with LangChain's own.

export interface LangchainProvider {
  /** Its npm package. */
  package: string;
  /** The environment variable of its key; absent where it needs none, or finds its credentials by itself. */
  keyVariable?: string;
  baseUrlVariable?: string;
  /** What its class calls the base URL and the limit of output tokens. */
  baseUrlField?: string;
  maxTokensField?: string;
}

export const langchainProviders: Readonly<Record<string, LangchainProvider>> = {
  'google-genai': {
    package: '@langchain/google-genai',
    keyVariable: 'GOOGLE_API_KEY',
    baseUrlVariable: 'GOOGLE_BASE_URL',
    maxTokensField: 'maxOutputTokens',
  },
  aws: { package: '@langchain/aws' },
  azure_openai: { package: '@langchain/openai', keyVariable: 'AZURE_OPENAI_API_KEY' },
  bedrock: { package: '@langchain/aws' },
  cerebras: { package: '@langchain/cerebras', keyVariable: 'CEREBRAS_API_KEY' },
  cohere: { package: '@langchain/cohere', keyVariable: 'COHERE_API_KEY' },
  deepseek: { package: '@langchain/deepseek', keyVariable: 'DEEPSEEK_API_KEY' },
  fireworks: { package: '@langchain/fireworks', keyVariable: 'FIREWORKS_API_KEY' },
  google: { package: '@langchain/google', keyVariable: 'GOOGLE_API_KEY', maxTokensField: 'maxOutputTokens' },
  'google-vertexai': { package: '@langchain/google-vertexai', maxTokensField: 'maxOutputTokens' },
  'google-vertexai-web': { package: '@langchain/google-vertexai-web', maxTokensField: 'maxOutputTokens' },
  groq: { package: '@langchain/groq', keyVariable: 'GROQ_API_KEY' },
  langsmith: { package: '@langchain/openai', keyVariable: 'LANGSMITH_API_KEY' },
  mistral: { package: '@langchain/mistralai', keyVariable: 'MISTRAL_API_KEY' },
  mistralai: { package: '@langchain/mistralai', keyVariable: 'MISTRAL_API_KEY' },
  perplexity: { package: '@langchain/perplexity', keyVariable: 'PERPLEXITY_API_KEY' },
  together: { package: '@langchain/together-ai', keyVariable: 'TOGETHER_AI_API_KEY' },
  xai: { package: '@langchain/xai', keyVariable: 'XAI_API_KEY' },
};

/** What must be installed to call a provider. */
export const langchainPackages = (ofProvider: string): string[] => [
  'langchain',
  '@langchain/core',
  ofProvider,
];
