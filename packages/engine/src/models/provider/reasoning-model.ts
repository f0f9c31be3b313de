/** OpenAI's reasoning models, also under the name that an aggregator gives them: they refuse a temperature. */
export const isReasoningModel = (model: string): boolean =>
  /(?:^|\/)(?:o\d|gpt-5(?!.*chat))/.test(model.toLowerCase());
