import Sequencer from '@jest/test-sequencer'

/**
 * Test files that take longest. On a clean clone Jest knows no durations and takes large files first, so that one of these
 * can start last and leave a processor idle.
 */
const LONGEST = [
  'access/access-table',
  'src/regular-expressions',
  'backup/restore-backup',
  'search/search',
  'setup/wizard-database',
  'social-sign-in/oidc-sign-in',
  'two-factor/two-factor',
  'src/process',
  'mail/mailer',
  'files/copy-entries',
  'files/listing',
  'avatars/avatars',
  'http/wire-schemas',
  'thumbnails/thumbnailer',
  'backup/backup',
].map((name) => `/${name}.test.ts`)

export default class LongestFirstSequencer extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    const isLong = ({ path }) => LONGEST.some((end) => path.endsWith(end))
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))]
  }
}
