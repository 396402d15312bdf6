import type { ApiClient } from '@holdall/api-client'
import type { LanguageApi, OverlayApi, SessionApi, ToastsApi, UploadsApi } from '@holdall/section'
import type { TabChannel } from '../tabs/tab-channel.ts'
import { languageOf, languages } from './languages.ts'

interface LanguageDeps {
  readonly locale: string
  readonly api: ApiClient
  readonly session: SessionApi
  readonly uploads: Pick<UploadsApi, 'get'>
  readonly overlay: Pick<OverlayApi, 'somethingWrong'>
  readonly toasts: ToastsApi
  readonly tabs: TabChannel
  readonly text: (id: string) => string
  /** True while something is open that a reload would close. */
  readonly isBusy: () => boolean
  readonly reload: () => void
}

const COOKIE_SECONDS = 365 * 24 * 60 * 60

/** The language of the page. The server writes each page in the language of its account, or of this browser's cookie. */
export function createLanguage(deps: LanguageDeps): LanguageApi {
  const { api, session, uploads, overlay, toasts, tabs, text, reload } = deps
  const current = languageOf(deps.locale)?.locale ?? deps.locale

  /** The files of paused and failed uploads are in this page only: after a reload they have to be chosen again. */
  const hasUploads = () => uploads.get().some(({ state: { step } }) => step !== 'done' && step !== 'interrupted')
  const offer = () => {
    toasts.show({
      type: 'info',
      message: text('language.next_load'),
      action: { label: text('update.reload'), run: reload },
    })
  }
  tabs.listen((message) => {
    // The language was changed in another tab: this one is not reloaded while it is in use.
    if (message.kind === 'language-chosen' && message.locale !== current) offer()
  })

  return {
    locale: current,
    choices: languages,
    async choose(locale) {
      if (locale === current) return
      if (session.get().state === 'signed-in') {
        try {
          const { updateSetting } = await import('../api/lazy-endpoints.ts')
          await api.call(updateSetting, { body: { name: 'locale', value: locale } })
        } catch (error) {
          overlay.somethingWrong(error)
          return
        }
      }
      document.cookie = `holdall_locale=${locale}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`
      tabs.post({ kind: 'language-chosen', locale })
      if (hasUploads() || deps.isBusy()) offer()
      else reload()
    },
  }
}
