import type { SettingValues } from '../../infrastructure/setting-definitions/setting-definitions.ts'
import type { AppIcons } from './app-icons.ts'

/** Where systems send the files that people share with the app, as a form. */
export const SHARE_TARGET_PATH = '/share-target'
/** The field of that form. */
const SHARED_FILES_FIELD = 'files'

/** Of the mark, and of pages in the light theme. */
const STANDARD_COLOR = '#00bc7e'
const BACKGROUND = '#f4f6f5'

/** https://www.w3.org/TR/appmanifest/ and https://w3c.github.io/web-share-target/ */
export function webManifest(settings: SettingValues, icons: ReturnType<AppIcons['list']>): object {
  const { 'app.name': name, 'app.description': description, 'app.accent': accent, 'app.locale': lang } = settings
  return {
    id: '/',
    name,
    short_name: name,
    ...(description !== '' && { description }),
    lang,
    start_url: '/platform/files',
    scope: '/',
    display: 'standalone',
    theme_color: accent ?? STANDARD_COLOR,
    background_color: BACKGROUND,
    icons,
    share_target: {
      action: SHARE_TARGET_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: SHARED_FILES_FIELD, accept: ['*/*'] }] },
    },
  }
}
