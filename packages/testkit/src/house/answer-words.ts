import { lexSource } from './lex-source.ts';
import type { Files } from './read-repository.ts';
import { isTest, sourceFiles } from './source-files.ts';

const answers = 'packages/engine/src/answers/';
const ofErrors = /\b(?:CadenceError|hint|error)\b/;
const answerOfError =
  /\b(?:answer|question)\s*:[^,;\n]*\b(?:hint\b|message\b(?!\.content)|error\.(?!code\b))/;

/** Places where the text of an error, which is for those who run the service, could become what a user reads. */
export function errorsInAnswers(files: Files): string[] {
  return [...sourceFiles(files)].flatMap(([path, text]) => {
    if (isTest(path) || !/^packages\/(?:engine|server|offline-model)\/src\//.test(path)) return [];
    const { code } = lexSource(text);
    if (path.startsWith(answers) && ofErrors.test(code)) return [`${path}: takes an error; take its code`];
    return answerOfError.test(code) ? [`${path}: answers with an error; use failureAnswer`] : [];
  });
}
