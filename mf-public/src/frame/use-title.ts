import { useHost } from '@holdall/section'
import { useEffect } from 'react'

/** Names the page after what it shows, where the route's own title is general. */
export function useTitle(name: string): void {
  const { config } = useHost()
  useEffect(() => {
    if (name) document.title = `${name} – ${config.name}`
  }, [name, config.name])
}
