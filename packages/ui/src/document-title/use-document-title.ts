import { useEffect } from 'react'

/** Names the document after what the page shows, followed by the name of the site; null while that is not known. */
export function useDocumentTitle(name: string | null, siteName: string): void {
  useEffect(() => {
    document.title = name === null ? siteName : `${name} – ${siteName}`
  }, [name, siteName])
}
