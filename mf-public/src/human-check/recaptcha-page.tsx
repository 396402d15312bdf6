import { RECAPTCHA_META } from '@holdall/api'
import { useHost, type WithChildren } from '@holdall/section'
import { useEffect, useState } from 'react'
import { isRecaptchaInDocument } from './recaptcha-script.ts'

/** Page loads, which tests replace. */
export const pageLoad = { again: () => window.location.reload() }

const STORAGE_KEY = 'holdall.recaptcha-page-load'
/** A second page load within this time would not help: something serves a page of another address. */
const RETRY_MS = 10_000
let shownPages = 0

/** The policy of a document is that of the page that was loaded first. */
const isAllowedInDocument = () => document.querySelector(`meta[name="${RECAPTCHA_META}"]`) !== null

function mayLoadAgain(): boolean {
  try {
    const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0)
    if (Math.abs(Date.now() - last) < RETRY_MS) return false
    sessionStorage.setItem(STORAGE_KEY, String(Date.now()))
    return true
  } catch {
    // Without storage nothing would end a series of page loads. The form says that reCAPTCHA was not loaded.
    return false
  }
}

/**
 * A page with a form that reCAPTCHA may protect. Loads the document again where it was loaded for a page that does not
 * allow the script, and on leaving for other pages, which must not run it.
 */
export function RecaptchaPage({ children }: WithChildren) {
  const { config } = useHost()
  const [isShown] = useState(() => !config.recaptcha.isAllowed || isAllowedInDocument() || !mayLoadAgain())
  useEffect(() => {
    if (!isShown) pageLoad.again()
  }, [isShown])
  useEffect(() => {
    shownPages++
    return () => {
      shownPages--
      // Once the next page is there, which may be another of them.
      setTimeout(() => {
        if (shownPages === 0 && isRecaptchaInDocument()) pageLoad.again()
      })
    }
  }, [])
  return isShown ? children : null
}
