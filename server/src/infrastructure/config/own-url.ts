import type { Config } from './config.ts'

/** The address of this installation where no request says one: the public one, or that on which this machine reaches it. */
export function ownUrl({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return publicUrl ?? `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
