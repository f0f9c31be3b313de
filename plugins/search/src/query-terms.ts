import { tokenise } from './tokenise.ts';

const common = new Set(
  tokenise(
    'a about an and are as at be by can did do does for from has have how i in is it many me much my of on or ' +
      'that the there this to was were what when where which who why will with you your tell explain find search',
  ),
);

/** The words of a query that tell documents apart, each once; all of them when there are no others. */
export function queryTerms(query: string): string[] {
  const terms = [...new Set(tokenise(query))];
  const telling = terms.filter((term) => !common.has(term));
  return telling.length > 0 ? telling : terms;
}
