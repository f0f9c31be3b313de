// VitePress' search box is a button that holds fields and links, and its results are options that hold links: screen
// readers pass over what is inside of either. Here it is a dialog with a list of links.

const corrections: readonly (readonly [wrong: RegExp, right: string])[] = [
  [
    /role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"\s+aria-labelledby="localsearch-label"/,
    `role="dialog" aria-modal="true" :aria-label="translate('button.buttonText')"`,
  ],
  [/:role="results\?\.length \? 'listbox' : undefined"/, ''],
  [/:aria-selected="[^"]*"\s+role="option"/, ''],
  // A key has a name only as a picture.
  [/<kbd :aria-label=/g, '<kbd role="img" :aria-label='],
  // The name of a link is what can be seen of it.
  [
    /:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\(' > '\)"/,
    `:aria-current="selectedIndex === index ? 'true' : undefined"`,
  ],
];

/** A plugin of Vite that corrects it while the site is built, and fails when there is another box than it knows. */
export const usableSearchBox = () => ({
  name: 'usable-search-box',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined;
    return corrections.reduce((corrected, [wrong, right]) => {
      if (!wrong.test(corrected))
        throw new Error(`VitePress' search box has changed: ${wrong} is not in it.`);
      return corrected.replace(wrong, right);
    }, code);
  },
});
