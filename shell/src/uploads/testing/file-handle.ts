/** A handle of a dropped file, with the test's own properties. */
export const fileHandle = <T extends object>(own: T) => ({
  kind: 'file' as const,
  name: 'a',
  isSameEntry: () => Promise.resolve(false),
  ...own,
})
