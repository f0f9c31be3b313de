// How a changeset is worded in the changelog: as it was written.

interface Changeset {
  summary: string;
}

export const getReleaseLine = ({ summary }: Changeset): string =>
  `- ${summary.trim().replaceAll('\n', '\n  ')}`;

/** All packages have one version: there is nothing to say of those that follow. */
export const getDependencyReleaseLine = (): string => '';
