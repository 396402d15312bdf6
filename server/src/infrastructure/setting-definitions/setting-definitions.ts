import { Email, MAX_APP_DESCRIPTION, oneLine, SubscriptionType } from '@holdall/api'
import * as z from 'zod/mini'
import { appImageFile, appImageSchema, logoTypes, previewTypes, touchIconTypes } from './app-image.ts'
import {
  boolean,
  bytes,
  diskReserve,
  fileNames,
  list,
  noneAsEmpty,
  nullable,
  type SettingType,
  text,
  wholeNumber,
} from './setting-types.ts'
import { homepageSettings } from './homepage-settings.ts'

interface Definition<T> {
  readonly schema: z.ZodMiniType<T>
  readonly initial: T
  /** How an operator writes it. Absent: operators cannot set it. */
  readonly operator?: { readonly variable: string; readonly type: SettingType }
}

const setting = <T>(schema: z.ZodMiniType<T>, initial: T): Definition<T> => ({ schema, initial })
const operatorSetting = <T>(variable: string, type: SettingType, schema: z.ZodMiniType<T>, initial: T) => ({
  schema,
  initial,
  operator: { variable, type },
})

const size = z.int().check(z.nonnegative())
const isLocale = (tag: string) => {
  try {
    return new Intl.Locale(tag).baseName !== ''
  } catch {
    return false
  }
}

/** Everything that may change while Holdall runs. Nothing reaches the table that is not defined here. */
export const definitions = {
  'app.name': operatorSetting(
    'HOLDALL_NAME',
    text('a name of 1 to 80 characters in one line'),
    z.string().check(z.minLength(1), z.maxLength(80), z.regex(/^[^\p{Cc}]*$/u)),
    'Holdall',
  ),
  'app.accent': operatorSetting(
    'HOLDALL_ACCENT',
    nullable(text('a color like #2f6fed')),
    z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))),
    null,
  ),
  'app.description': operatorSetting(
    'HOLDALL_DESCRIPTION',
    noneAsEmpty(text('a text of up to 300 characters in one line')),
    oneLine(MAX_APP_DESCRIPTION),
    '',
  ),
  /** Where users and visitors can write to. */
  'app.contact_email': operatorSetting(
    'HOLDALL_CONTACT_EMAIL',
    nullable(text('an e-mail address')),
    z.nullable(Email),
    null,
  ),
  'app.logo': operatorSetting('HOLDALL_LOGO', nullable(appImageFile(logoTypes)), appImageSchema(logoTypes), null),
  /** On a dark background; null: `app.logo`. */
  'app.logo_dark': operatorSetting(
    'HOLDALL_LOGO_DARK',
    nullable(appImageFile(logoTypes)),
    appImageSchema(logoTypes),
    null,
  ),
  /** With the name beside it. */
  'app.logo_horizontal': operatorSetting(
    'HOLDALL_LOGO_HORIZONTAL',
    nullable(appImageFile(logoTypes)),
    appImageSchema(logoTypes),
    null,
  ),
  'app.logo_horizontal_dark': operatorSetting(
    'HOLDALL_LOGO_HORIZONTAL_DARK',
    nullable(appImageFile(logoTypes)),
    appImageSchema(logoTypes),
    null,
  ),
  /** On the home screen of phones. */
  'app.touch_icon': operatorSetting(
    'HOLDALL_TOUCH_ICON',
    nullable(appImageFile(touchIconTypes)),
    appImageSchema(touchIconTypes),
    null,
  ),
  'app.favicon': operatorSetting('HOLDALL_FAVICON', nullable(appImageFile(logoTypes)), appImageSchema(logoTypes), null),
  /** In previews of addresses, in messengers. */
  'app.og_image': operatorSetting(
    'HOLDALL_OG_IMAGE',
    nullable(appImageFile(previewTypes)),
    appImageSchema(previewTypes),
    null,
  ),
  /** Whether browsers offer to install the app, which then has an offline screen and takes shared files. */
  'app.installable': operatorSetting('HOLDALL_INSTALLABLE', boolean, z.boolean(), true),
  'app.homepage': operatorSetting('HOLDALL_HOMEPAGE', boolean, z.boolean(), false),
  'app.locale': operatorSetting(
    'HOLDALL_LOCALE',
    text('a language like en-US or de'),
    z.string().check(z.maxLength(35), z.refine(isLocale)),
    'en-US',
  ),
  'theme.default': operatorSetting(
    'HOLDALL_THEME',
    text('light, dark or system'),
    z.enum(['light', 'dark', 'system']),
    'system',
  ),
  'emoji.default': operatorSetting(
    'HOLDALL_EMOJI',
    text('twemoji or applemoji'),
    z.enum(['twemoji', 'applemoji']),
    'twemoji',
  ),
  'registration.allowed': operatorSetting('HOLDALL_REGISTRATION', boolean, z.boolean(), true),
  /** See `registrationMode`. */
  'registration.mode': operatorSetting(
    'HOLDALL_REGISTRATION_MODE',
    text('open, invitation or closed'),
    z.enum(['open', 'invitation', 'closed']),
    'open',
  ),
  'registration.disposable_allowed': operatorSetting('HOLDALL_DISPOSABLE_ADDRESSES', boolean, z.boolean(), false),
  /** For sign-up, password recovery and contact; the first of the two that is allowed and configured is used. */
  'protection.recaptcha': operatorSetting('HOLDALL_RECAPTCHA', boolean, z.boolean(), true),
  /** Between the request of a user and the deletion of the account; 0 is at once. */
  'accounts.deletion_days': operatorSetting(
    'HOLDALL_ACCOUNT_DELETION_DAYS',
    wholeNumber('a number of days, 0 to 365'),
    z.int().check(z.minimum(0), z.maximum(365)),
    14,
  ),
  /** For sign-up, password recovery and contact. */
  'protection.proof_of_work': operatorSetting('HOLDALL_PROOF_OF_WORK', boolean, z.boolean(), false),
  /** How users pay; plans are made in the admin area. */
  'subscription.type': operatorSetting(
    'HOLDALL_SUBSCRIPTION_TYPE',
    text('none, fixed or metered'),
    SubscriptionType,
    'none',
  ),
  /** Null is unlimited. */
  'storage.default_quota_bytes': operatorSetting(
    'HOLDALL_DEFAULT_QUOTA',
    bytes('a size', null),
    z.nullable(size),
    null,
  ),
  /** What uploads, copies and exports leave free on the disk of the data folder. */
  'storage.disk_reserve': operatorSetting(
    'HOLDALL_DISK_RESERVE',
    diskReserve,
    z
      .object({ bytes: z.nullable(size), percent: z.nullable(z.number().check(z.minimum(0), z.maximum(50))) })
      .check(z.refine(({ bytes: least, percent }) => least !== null || percent !== null)),
    { bytes: 1024 ** 3, percent: 5 },
  ),
  /** 0 is unlimited. */
  'upload.limit_bytes': operatorSetting('HOLDALL_UPLOAD_LIMIT', bytes('a size', 0), size, 0),
  'upload.chunk_bytes': operatorSetting(
    'HOLDALL_CHUNK_SIZE',
    bytes('a size from 64KiB to 256MiB,'),
    size.check(z.minimum(65_536), z.maximum(268_435_456)),
    8 * 1024 * 1024,
  ),
  /** MIME types or extensions. */
  'upload.blocked_types': operatorSetting(
    'HOLDALL_BLOCKED_TYPES',
    list('MIME types or extensions'),
    z.array(z.string().check(z.maxLength(120))),
    [],
  ),
  /** Whether files without content are accepted. */
  'upload.allow_empty': operatorSetting('HOLDALL_ALLOW_EMPTY_FILES', boolean, z.boolean(), false),
  /** Files that browsers skip besides `.DS_Store`; `*` is any text. The default is the icon of a folder on a Mac. */
  'upload.skipped_names': operatorSetting(
    'HOLDALL_SKIPPED_NAMES',
    fileNames,
    z.array(z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[^/]*$/))).check(z.maxLength(100)),
    ['Icon\r'],
  ),
  /** Levels of folders below the top of a space. */
  'files.max_depth': operatorSetting(
    'HOLDALL_MAX_DEPTH',
    wholeNumber('a number of levels, 8 to 1000'),
    z.int().check(z.minimum(8), z.maximum(1000)),
    128,
  ),
  /** Of each account without a quota: entries, their versions and links, and unfinished uploads. */
  'files.max_entries': operatorSetting(
    'HOLDALL_MAX_ENTRIES',
    wholeNumber('a number of entries, 1000 to 100000000'),
    z.int().check(z.minimum(1000), z.maximum(100_000_000)),
    1_000_000,
  ),
  'trash.days': operatorSetting(
    'HOLDALL_TRASH_DAYS',
    wholeNumber('a number of days, 1 to 3650'),
    z.int().check(z.minimum(1), z.maximum(3650)),
    30,
  ),
  'notifications.days': operatorSetting(
    'HOLDALL_NOTIFICATION_DAYS',
    wholeNumber('a number of days, 1 to 3650'),
    z.int().check(z.minimum(1), z.maximum(3650)),
    90,
  ),
  'activity.days': operatorSetting(
    'HOLDALL_ACTIVITY_DAYS',
    wholeNumber('a number of days, 1 to 3650'),
    z.int().check(z.minimum(1), z.maximum(3650)),
    180,
  ),
  /** Of what visitors of public links did. */
  'activity.link_days': operatorSetting(
    'HOLDALL_LINK_ACTIVITY_DAYS',
    wholeNumber('a number of days, 1 to 3650'),
    z.int().check(z.minimum(1), z.maximum(3650)),
    90,
  ),
  /** How long the copy of all data of a user can be downloaded. */
  'exports.days': operatorSetting(
    'HOLDALL_EXPORT_DAYS',
    wholeNumber('a number of days, 1 to 90'),
    z.int().check(z.minimum(1), z.maximum(90)),
    7,
  ),
  /** People in the team folders of one account; null is unlimited. */
  'teams.max_members': operatorSetting(
    'HOLDALL_MAX_TEAM_MEMBERS',
    nullable(wholeNumber('a number of people, 0 to 100000')),
    z.nullable(z.int().check(z.minimum(0), z.maximum(100_000))),
    null,
  ),
  /** Whether visitors of links that allow editing may let the server fetch files. */
  'shares.remote_uploads': operatorSetting('HOLDALL_SHARE_REMOTE_UPLOADS', boolean, z.boolean(), false),
  /** What the operator entered at the setup; it unlocks nothing. */
  'installation.purchase_code': setting(z.nullable(z.string().check(z.maxLength(200))), null),
  ...homepageSettings,
  /** Locale -> message id -> the operator's text. */
  translations: setting(
    z.record(z.string(), z.record(z.string(), z.string())),
    {} as Record<string, Record<string, string>>,
  ),
} as const satisfies Record<string, Definition<never> | Definition<unknown>>

export type SettingName = keyof typeof definitions
export type SettingValues = { readonly [N in SettingName]: z.output<(typeof definitions)[N]['schema']> }
