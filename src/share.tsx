import { afterFirstPaint } from '@/lib/loading/first-paint'

// The entry of the page of a shared trip, `t.html`; all other pages begin with main.tsx.
void afterFirstPaint().then(() => import('@/app/share/start'))
