import { useLocation, useNavigate } from '@holdall/section'
import { PREVIEW_PARAMETER } from './preview-parameter.ts'

export interface PreviewAddress {
  /** Id of the shown file; null while no file is shown. */
  readonly id: string | null
  /** Adds an entry to the browser's history, so that Back closes the preview. */
  open(id: string): void
  /** Shows another file at the same entry of the history. */
  show(id: string): void
  close(): void
}

/** The shown file as part of the page's address. */
export function usePreviewAddress(): PreviewAddress {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const parameters = new URLSearchParams(search)
  const at = (id: string | null) => {
    const next = new URLSearchParams(search)
    if (id === null) next.delete(PREVIEW_PARAMETER)
    else next.set(PREVIEW_PARAMETER, id)
    return { pathname, search: next.size > 0 ? `?${next.toString()}` : '', hash }
  }
  return {
    id: parameters.get(PREVIEW_PARAMETER),
    open: (id) => void navigate(at(id), { state: { opensPreview: true }, preventScrollReset: true }),
    show: (id) => void navigate(at(id), { state: state as unknown, replace: true, preventScrollReset: true }),
    close() {
      const { opensPreview = false } = (state as { opensPreview?: boolean } | null) ?? {}
      // An address that was opened as a link has no entry of the list below it.
      if (opensPreview) void navigate(-1)
      else void navigate(at(null), { state: state as unknown, replace: true, preventScrollReset: true })
    },
  }
}
