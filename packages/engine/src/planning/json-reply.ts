/** The JSON that a model replied with, also where it put a fence around it; undefined when it is none. */
export function readJsonReply(content: string): unknown {
  const text = /^\s*```(?:json)?\s*([\s\S]*?)```\s*$/.exec(content)?.[1] ?? content;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
