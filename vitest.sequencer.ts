import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take half a minute or more; a clean checkout has no times of its own to go by. */
const longest = [
  'durability/kill.test.ts',
  'cli/src/documented-code.test.ts',
  'pack/pack.test.ts',
  'e2e/docs-site.test.ts',
  'e2e/manage-looks.test.ts',
  'server/src/growth/growth.test.ts',
  'storage/src/store.test.ts',
  'e2e/chat.test.ts',
  'e2e/editor.test.ts',
  'e2e/states.test.ts',
  'cli/src/bundle.test.ts',
  'isolated/contained.test.ts',
  'torture/torture.test.ts',
  'openai/openai-faults.test.ts',
  'durability/conversations.test.ts',
  'plugin-store/install-plugin.test.ts',
  'deployment/one-plugin-set.test.ts',
  'http/access-matrix.test.ts',
  'http/hostile-requests.test.ts',
  'schedules/exactly-once.test.ts',
  'plugin-store/shared-plugins.test.ts',
  'deployment/shared-work.test.ts',
  'http/hostile-uploads.test.ts',
  'saver/saver-model.test.ts',
  'testkit/src/extending.test.ts',
];

/** The longest come first, so that none is left to run alone at the end. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((end) => moduleId.endsWith(end));
      return place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
