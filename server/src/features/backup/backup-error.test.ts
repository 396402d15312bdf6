import { BackupError, withoutChanges } from './backup-error.ts'

test('a restore that fails says why, and that nothing was changed', () => {
  const known = new BackupError('Known. Nothing was changed.')
  expect(withoutChanges(known)).toBe(known)
  for (const [error, message] of [
    [Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' }), 'No space is left on the disk.'],
    [Object.assign(new Error('EDQUOT: no quota'), { code: 'EDQUOT' }), 'No space is left on the disk.'],
    [new Error('a row is invalid'), 'a row is invalid.'],
  ] as const) {
    expect(withoutChanges(error)).toMatchObject({ message: `${message} Nothing was changed.`, cause: error })
  }
})
