// Jest's order of test files, after those that take longest. Jest knows durations only where it has run before, and a
// long file that begins last keeps one processor waiting.
import { createRequire } from 'node:module'

const requireFromJest = createRequire(createRequire(import.meta.url).resolve('jest'))
const { default: Sequencer } = createRequire(requireFromJest.resolve('@jest/core'))('@jest/test-sequencer')

const slowFiles = [
  'testing/fuzz/fuzz',
  'features/backup/backup',
  'access/matrix/matrix',
  'features/files/bulk',
  'features/files/unblocked',
  'process',
  'http/wire-schemas',
  'infrastructure/thumbnails/thumbnailer',
  'features/auth/no-enumeration',
  'features/setup/wizard-database',
  'features/setup/wizard-environment',
  'features/setup/wizard-images',
  'features/teams/large-links-of-members',
  'features/search/search',
  'infrastructure/mail/mailer',
  'regular-expressions',
  'features/backup/restore-backup',
  'features/zip/zip-download',
  'features/files/browse-folder',
  'features/uploads/crash',
  'features/search/shared-search',
  'features/account/storage-usage',
].map((name) => `/server/src/${name}.test.ts`)

export default class SlowFilesFirst extends Sequencer {
  sort(tests) {
    const rankOf = ({ path }) => {
      const at = slowFiles.findIndex((file) => path.endsWith(file))
      return at === -1 ? slowFiles.length : at
    }
    return super.sort(tests).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
