/** For `@holdall/testing` only: the real shell, as tests mount it. */
export { createHost, type Host } from './host.ts'
export { HostProvider } from './host-provider.tsx'
export { GlobalElements } from './global-elements.tsx'
export { createLog } from './log/log.ts'
export { createRouterLink, RouterLinkKeeper } from './navigation/router-link.ts'
export { default as shellMessages } from './messages/en-US.json'
