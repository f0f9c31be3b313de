/** The form of what is sent: our own, or that of LangGraph's Agent Server. */
export type WebhookFormat = 'native' | 'langgraph';

/** Who is told when a run ends, or waits for a person. */
export interface Webhook {
  url: string;
  format: WebhookFormat;
}
