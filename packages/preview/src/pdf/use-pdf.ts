import { useEffect, useState } from 'react'
import {
  getDocument,
  GlobalWorkerOptions,
  PasswordResponses,
  type PDFDocumentProxy,
  ResponseException,
  VerbosityLevel,
} from 'pdfjs-dist'
import { ReadFailure } from '../reading/read-failure.ts'

// A file of the section like its chunks, with its hash in section.json.
GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href

/** Bytes of a range request. */
const RANGE_BYTES = 256 * 1024
/** Larger pictures of a page are left out, so that a small file cannot fill the memory. */
const MAX_IMAGE_PIXELS = 100_000_000

export interface PasswordRequest {
  readonly isWrong: boolean
  readonly submit: (password: string) => void
}
/** In points. */
export interface PageSize {
  readonly width: number
  readonly height: number
}
const A4: PageSize = { width: 595, height: 842 }

interface Pdf {
  readonly opened: {
    readonly document: PDFDocumentProxy
    /** The size of the first page, which all others are taken to have until they are loaded. */
    readonly first: PageSize
  } | null
  /** Set while the document needs a password. */
  readonly request: PasswordRequest | null
}

/**
 * A PDF document, parsed in a worker. Scripts in it are not run and forms are not filled in; what is not needed for the
 * visible pages is not requested.
 */
export function usePdf(url: string, onFailure: (failure: ReadFailure) => void): Pdf {
  const [opened, setOpened] = useState<Pdf['opened']>(null)
  const [request, setRequest] = useState<PasswordRequest | null>(null)
  useEffect(() => {
    const task = getDocument({
      url,
      rangeChunkSize: RANGE_BYTES,
      disableAutoFetch: true,
      disableStream: true,
      maxImageSize: MAX_IMAGE_PIXELS,
      // The content security policy forbids WebAssembly.
      useWasm: false,
      disableWorkerRendering: true,
      enableXfa: false,
      verbosity: VerbosityLevel.ERRORS,
    })
    let isCurrent = true
    task.onPassword = (submit: (password: string) => void, reason: number) => {
      if (isCurrent) setRequest({ isWrong: reason === PasswordResponses.INCORRECT_PASSWORD, submit })
    }
    task.promise.then(
      async (document) => {
        const first = await firstSizeOf(document)
        if (!isCurrent) return
        setRequest(null)
        setOpened({ document, first })
      },
      (error: unknown) => {
        if (isCurrent) onFailure(toFailure(error))
      },
    )
    return () => {
      isCurrent = false
      void task.destroy()
    }
  }, [onFailure, url])
  return { opened, request }
}

/** A page that cannot be read stays white. */
const firstSizeOf = (document: PDFDocumentProxy): Promise<PageSize> =>
  document.getPage(1).then(
    (page) => page.getViewport({ scale: 1 }),
    () => A4,
  )

function toFailure(error: unknown): ReadFailure {
  if (!(error instanceof ResponseException)) return new ReadFailure('unreadable')
  const status = Number(error.status)
  return new ReadFailure(status >= 400 && status < 500 && status !== 429 ? 'refused' : 'network')
}
