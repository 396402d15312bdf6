import { keepSharedFiles } from '@holdall/file-browser/shared-files'
import { SHARED_PARAMETER } from '@holdall/file-browser/shared-parameter'

/** As in the manifest of the app. */
const SHARE_TARGET_PATH = '/share-target'
const SHARED_FILES_FIELD = 'files'

/** What is read of a request. */
type FormRequest = Pick<Request, 'url' | 'method' | 'referrer' | 'formData'>

/**
 * Keeps the files of a form that the system sends when somebody shares them with the app, and leads to the page that
 * asks where to upload them. Another site could send such a form too, by a click on its page: nothing is uploaded before
 * somebody has confirmed it there. Null for other requests.
 */
export function takeSharedFiles(request: FormRequest, origin: string): Promise<Response> | null {
  const { origin: requested, pathname } = new URL(request.url)
  if (request.method !== 'POST' || requested !== origin || pathname !== SHARE_TARGET_PATH) return null
  return keep(request, origin).then((value) => {
    const page = new URL('/platform/files', origin)
    page.searchParams.set(SHARED_PARAMETER, value)
    return Response.redirect(page.href, 303)
  })
}

/** The id of the files, or a `SharedFilesFailure`. */
async function keep(request: FormRequest, origin: string): Promise<string> {
  // The system names no page. Sites can hide theirs: this is not what protects the user.
  if (URL.canParse(request.referrer) && new URL(request.referrer).origin !== origin) return 'unavailable'
  try {
    const form = await request.formData()
    const files = form.getAll(SHARED_FILES_FIELD).filter((part) => part instanceof File)
    const kept = await keepSharedFiles(files, Date.now())
    return 'id' in kept ? kept.id : kept.failure
  } catch (error) {
    return (error as Error).name === 'QuotaExceededError' ? 'too-large' : 'unavailable'
  }
}
