/** A page that a web search found. */
export interface WebPage {
  title: string;
  url: string;
  snippet: string;
}
