/** The words of taking workflows in and out. */
export const exchangeTexts = {
  as: { mermaid: 'Export as Mermaid', svg: 'Export as SVG', png: 'Export as PNG' },
  dropNew: 'Drop a definition to make a workflow of it',
  dropHere: 'Drop a definition to take it into the editor',
  notJson: (name: string) => `“${name}” is no JSON`,
  notJsonHint: 'A workflow is a JSON file, as "Export as a file" makes it.',
} as const;
