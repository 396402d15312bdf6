import { nextTask } from '@holdall/ui/next-task'

// An asynchronous start: federation settles the shared packages before anything imports them. Each is evaluated in a
// task of its own, so that a slow device paints and handles input between them.
const modules = [
  () => import('react-dom/client'),
  () => import('@tanstack/react-query'),
  () => import('styled-components'),
  () => import('react-intl'),
  () => import('@holdall/schema'),
  () => import('@holdall/api-client'),
  () => import('@holdall/section'),
  () => import(/* webpackChunkName: "start" */ './host/host.ts'),
  () => import(/* webpackChunkName: "start" */ './app/app.tsx'),
  () => import(/* webpackChunkName: "start" */ './app/bootstrap.tsx'),
]

async function start(): Promise<void> {
  for (const load of modules) {
    await nextTask()
    await load()
  }
}
void start()
