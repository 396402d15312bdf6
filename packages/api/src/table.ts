import * as admin from './endpoints/admin.ts'
import * as auth from './endpoints/auth.ts'
import * as content from './endpoints/content.ts'
import * as files from './endpoints/files.ts'
import * as meta from './endpoints/meta.ts'
import * as publicShareCalls from './endpoints/public-share.ts'
import * as setup from './endpoints/setup.ts'
import * as sharing from './endpoints/sharing.ts'
import * as trash from './endpoints/trash.ts'
import * as upload from './endpoints/upload.ts'
import * as user from './endpoints/user.ts'
import * as userSettings from './endpoints/user-settings.ts'
import type { Endpoint } from './endpoint.ts'

/** Every call of the wire. Browser code imports single endpoints, so that a section carries only those it makes. */
export const endpoints: readonly Endpoint[] = [
  admin,
  auth,
  content,
  files,
  meta,
  publicShareCalls,
  setup,
  sharing,
  trash,
  upload,
  user,
  userSettings,
]
  .flatMap((group) => Object.values(group) as unknown[])
  .filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value && 'path' in value,
  )
