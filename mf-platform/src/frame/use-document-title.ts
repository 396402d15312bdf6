import { useEffect } from 'react'
import { useHost } from '@holdall/section'

/** Names the document after what is shown; null while that is not known. */
export function useDocumentTitle(name: string | null): void {
  const { config } = useHost()
  useEffect(() => {
    document.title = name === null ? config.name : `${name} – ${config.name}`
  }, [name, config.name])
}
