import { texts } from '../texts.ts';

let shown = '';
let waiting = 0;

const write = () => {
  document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${shown === '' ? '' : `${shown} · `}${texts.appName}`;
};

/** The title of the browser's tab: what is shown, after how many people are waited for. */
export function showTitle(title: string): void {
  shown = title;
  write();
}

export function showWaiting(count: number): void {
  waiting = count;
  write();
}
