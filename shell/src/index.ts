// An asynchronous start: the shared packages are settled before anything imports them.
void import('./bootstrap.tsx')
