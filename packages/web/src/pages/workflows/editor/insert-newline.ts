import { EditorSelection, type StateCommand } from '@codemirror/state';

/** A new line, indented as the one before it, and further after an opening bracket. */
export const insertNewline: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const change = state.changeByRange((range) => {
    const line = state.doc.lineAt(range.from);
    const before = line.text.slice(0, range.from - line.from);
    const indent = /^\s*/.exec(before)?.[0] ?? '';
    const insert = `\n${indent}${/[[{]\s*$/.test(before) ? '  ' : ''}`;
    return {
      changes: { from: range.from, to: range.to, insert },
      range: EditorSelection.cursor(range.from + insert.length),
    };
  });
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};
