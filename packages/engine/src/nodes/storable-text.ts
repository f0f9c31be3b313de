/** Text as every store keeps it: no NUL, no half characters. Models send either now and then. */
export function storableText(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** Hands text on in whole characters: one that is split between two pieces goes with the second. */
export function inWholeCharacters(handOn: (text: string) => void): (piece: string) => void {
  let half = '';
  return (piece) => {
    const text = half + piece;
    const last = text.charCodeAt(text.length - 1);
    const isSplit = last >= 0xd800 && last <= 0xdbff;
    half = isSplit ? text.slice(-1) : '';
    const whole = isSplit ? text.slice(0, -1) : text;
    if (whole !== '') handOn(storableText(whole));
  };
}
