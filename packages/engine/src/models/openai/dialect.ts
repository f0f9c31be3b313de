import { isReasoningModel } from '../provider/reasoning-model.ts';

/** In what the servers that speak OpenAI's protocol differ. */
export interface OpenaiDialect {
  /** Whether a system message may follow the conversation. Many chat templates refuse it. */
  systemAtEnd: boolean;
  /** Whether models are shown the `name` of a message. */
  showsNames: boolean;
  maxTokensField: 'max_completion_tokens' | 'max_tokens';
  takesTemperature: boolean;
}

const openaiHost = /(?:^|\.)openai\.(?:com|azure\.com)$/;

/** OpenAI's own for its hosts; for all others what every server understands. */
export function openaiDialect(model: string, host: string): OpenaiDialect {
  const isOpenai = openaiHost.test(host);
  const isReasoning = isReasoningModel(model);
  return {
    systemAtEnd: isOpenai,
    showsNames: isOpenai,
    maxTokensField: isOpenai || isReasoning ? 'max_completion_tokens' : 'max_tokens',
    takesTemperature: !isReasoning,
  };
}
