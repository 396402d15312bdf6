import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { AvatarImages } from '../resources/avatar.ts'
import { Bytes, Instant, one } from '../resources/field-types.ts'
import { ComposedSection } from '../resources/section.ts'

const admin = { by: 'admin' } as const

const Traffic = z.object({ created_at: Instant, bytes: Bytes })

export const adminDashboard = endpoint({
  id: 'admin.dashboard',
  method: 'GET',
  path: '/api/admin/dashboard',
  summary: 'Counts of this Holdall; traffic of the last 45 days, one record a day (UTC)',
  access: admin,
  response: one(
    z.object({
      id: z.literal('dashboard'),
      type: z.literal('dashboard'),
      attributes: z.object({
        users: z.object({ total: z.int(), admins: z.int() }),
        files: z.object({ total: z.int(), folders: z.int(), trashed: z.int() }),
        shares: z.object({ total: z.int(), active: z.int() }),
        disk: z.object({
          used: Bytes,
          /** Free bytes on the disk that holds the files; null where unknown. */
          free: z.nullable(Bytes),
          upload: z.object({ total: Bytes, records: z.array(Traffic) }),
          download: z.object({ total: Bytes, records: z.array(Traffic) }),
        }),
        app: z.object({
          version: z.string(),
          node: z.string(),
          database: z.string(),
          storage: z.string(),
          started_at: Instant,
        }),
      }),
    }),
  ),
})

export const newUsers = endpoint({
  id: 'admin.new-users',
  method: 'GET',
  path: '/api/admin/dashboard/newbies',
  summary: 'The five newest accounts',
  access: admin,
  response: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        type: z.literal('user'),
        attributes: z.object({
          name: z.string(),
          email: z.string(),
          role: z.string(),
          avatar: z.nullable(AvatarImages),
          color: z.string(),
          created_at: Instant,
          used: Bytes,
        }),
      }),
    ),
  }),
})

export const adminSections = endpoint({
  id: 'admin.sections',
  method: 'GET',
  path: '/api/admin/sections',
  summary: 'Shell and sections: versions in use and installed, what each requires, what failed',
  access: admin,
  response: z.object({
    shell: z.object({
      version: z.string(),
      api: z.string(),
      server: z.string(),
      shared: z.record(z.string(), z.string()),
    }),
    sections: z.array(
      z.object({
        composed: ComposedSection,
        origin: z.enum(['built-in', 'installed', 'none']),
        installed: z.array(
          z.object({
            version: z.string(),
            origin: z.enum(['built-in', 'installed']),
            in_use: z.boolean(),
            problem: z.nullable(z.string()),
          }),
        ),
        /** Reported by browsers, newest first: reports of accounts within 30 days, and other reports since the server started. */
        failures: z.array(
          z.object({
            version: z.string(),
            reason: z.string(),
            address: z.nullable(z.string()),
            at: Instant,
            count: z.int(),
            /** How many accounts reported it; 0: only people who were not signed in. */
            accounts: z.optional(z.int()),
          }),
        ),
      }),
    ),
  }),
})

export const reportFailure = endpoint({
  id: 'sections.report-failure',
  method: 'POST',
  path: '/api/sections/failures',
  summary: 'A browser reports that a section did not work; only the reports of accounts change what others get',
  access: { by: 'anyone', why: 'the section that fails may be the sign-in page' },
  body: z.object({
    id: z.string().check(z.maxLength(40)),
    version: z.string().check(z.maxLength(64)),
    reason: z.string().check(z.maxLength(500)),
    address: z.nullable(z.string().check(z.maxLength(500))),
    /** The last part of the section's base address. Default: of the version that is available now. */
    build: z.optional(z.string().check(z.maxLength(120))),
    problem: z.optional(z.enum(['broken', 'integrity', 'unreachable', 'timeout', 'threw', 'mistaken', 'start'])),
  }),
  throttle: 'failure-report',
  changes: [],
})
