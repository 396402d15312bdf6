import { useEffect } from 'react'
import { useHost } from '@holdall/section'

/** Names the document after the folder that is shown; `home` at the top. */
export function useDocumentTitle(home: string, name: string | null): void {
  const { config } = useHost()
  useEffect(() => {
    document.title = `${name ?? home} – ${config.name}`
  }, [home, name, config.name])
}
