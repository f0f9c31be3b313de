/** A document that is not read, for a reason that people can be told. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}
