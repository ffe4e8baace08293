interface NoticePageProps {
  title: string
  text: string
  action: string
  onAction: () => void
}

/**
 * A page with a text and one button, for parts of the app that are missing or have failed. It imports no other component,
 * because that could fail as well.
 */
export function NoticePage({ title, text, action, onAction }: NoticePageProps) {
  return (
    <main id="main" className="grid min-h-svh place-items-center">
      <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
        <h1 className="text-base font-semibold">{title}</h1>
        <p className="max-w-sm text-sm text-pretty text-muted">{text}</p>
        <button
          type="button"
          onClick={onAction}
          className="h-10 rounded-control bg-soft px-4 text-sm font-semibold hover:bg-line"
        >
          {action}
        </button>
      </div>
    </main>
  )
}
