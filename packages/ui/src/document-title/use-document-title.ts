import { useEffect } from 'react'

/** Sets the document's title to `name – siteName`; to `siteName` while `name` is null. */
export function useDocumentTitle(name: string | null, siteName: string): void {
  useEffect(() => {
    document.title = name === null ? siteName : `${name} – ${siteName}`
  }, [name, siteName])
}
