/** A handle as a browser gives one of a dropped file, with what the test says of it. */
export const fileHandle = <T extends object>(own: T) => ({
  kind: 'file' as const,
  name: 'a',
  isSameEntry: () => Promise.resolve(false),
  ...own,
})
