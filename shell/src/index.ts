import { nextTask } from './app/next-task.ts'

// An asynchronous start: federation settles the shared packages before anything imports them. Each is evaluated in a
// task of its own, so that a slow device paints and handles input between them.
const modules = [
  () => import('react-dom/client'),
  () => import('@tanstack/react-query'),
  () => import('styled-components'),
  () => import('react-intl'),
  () => import('@holdall/api-client'),
  () => import('@holdall/section'),
  () => import('./app/bootstrap.tsx'),
]

async function start(): Promise<void> {
  for (const load of modules) {
    await load()
    await nextTask()
  }
}
void start()
