/** The names that Cadence is published under. A house test compares every package and document with them. */
export const published = {
  /** The npm package that has the `cadence` command. */
  command: 'cadence-agents',
  /** The npm scope of all other packages. */
  scope: '@cadence-agents',
  /** A local image: the host `localhost` keeps container engines from asking a public registry for it. */
  image: 'localhost/cadence',
  /**
   * Whether the npm names belong to this project. While they do not, no document, message or script may tell anybody
   * to fetch them: packages come from a release's tarballs. After a change, run `npm run docs`.
   */
  reserved: false as boolean,
};
