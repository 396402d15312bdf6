import type { AccessEntry } from '../entry.ts'
import { accountCalls } from './account.ts'
import { contentCalls } from './content.ts'
import { filesCalls } from './files.ts'
import { installationCalls } from './installation.ts'
import { shareLinksCalls } from './share-links.ts'
import { signInCalls } from './sign-in.ts'
import { teamsCalls } from './teams.ts'
import { uploadRequestsCalls } from './upload-requests.ts'

/** Endpoint by endpoint. An endpoint without an entry, or with two, fails the test. */
export const entries: readonly (readonly [id: string, entry: AccessEntry])[] = [
  filesCalls,
  contentCalls,
  shareLinksCalls,
  uploadRequestsCalls,
  teamsCalls,
  signInCalls,
  accountCalls,
  installationCalls,
].flatMap((calls) => Object.entries(calls))
