/** The keys of a site as the client config has them. */
export interface RecaptchaSite {
  readonly clientId: string
  readonly origin: string
}

/** The script is blocked, as by an extension, or does not work. */
export class RecaptchaError extends Error {
  override readonly name = 'RecaptchaError'
}

interface Grecaptcha {
  ready(run: () => void): void
  execute(clientId: string, options: { readonly action: string }): PromiseLike<string>
}
declare global {
  interface Window {
    grecaptcha?: Grecaptcha
  }
}

/** Extensions may leave a request without an answer. */
const TIMEOUT_MS = 15_000
let loading: Promise<Grecaptcha> | null = null

/** Whether the script is in this document. It cannot be unloaded. */
export const isRecaptchaInDocument = (): boolean => loading !== null

/** Loads the script once; again after a failure. Throws `RecaptchaError`. */
export function loadRecaptcha({ clientId, origin }: RecaptchaSite): Promise<Grecaptcha> {
  loading ??= inTime(
    new Promise<Grecaptcha>((resolve, reject) => {
      const script = document.createElement('script')
      script.src = `${origin}/recaptcha/api.js?render=${encodeURIComponent(clientId)}`
      script.async = true
      script.addEventListener('error', () => {
        script.remove()
        reject(new RecaptchaError('The script was not loaded.'))
      })
      script.addEventListener('load', () => {
        const { grecaptcha } = window
        if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
        else reject(new RecaptchaError('The script is another one.'))
      })
      document.head.append(script)
    }),
  ).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** A token of reCAPTCHA v3. Throws `RecaptchaError`. */
export async function recaptchaToken(site: RecaptchaSite, action: string): Promise<string> {
  const grecaptcha = await loadRecaptcha(site)
  // It rejects with what is no error, such as null for an unknown key.
  const token = Promise.resolve(grecaptcha.execute(site.clientId, { action })).catch((cause: unknown) => {
    throw new RecaptchaError('There is no token.', { cause })
  })
  return inTime(token)
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RecaptchaError('It did not answer.')), TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
