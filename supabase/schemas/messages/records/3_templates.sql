-- Templates: the words in which the firm writes to people, with their earlier versions.

create table app.message_templates (
  kind text not null check (kind ~ '^(notices|sent_messages)[.][a-z][A-Za-z0-9_]{0,80}$'),
  channel text not null check (channel in ('all', 'push', 'sms', 'mail')),
  lang_locale text not null references public.languages (lang_locale) on update cascade on delete cascade,
  version integer not null check (version > 0),
  words jsonb not null check (jsonb_typeof(words) = 'object'),
  at timestamptz not null default app.now(),
  by uuid references public.profiles (id) on delete set null,
  primary key (lang_locale, kind, channel, version)
);
call app.describe('app.message_templates', $$
  The firm's own words of its messages. Of each kind, channel and language the newest version counts; the fifty newest
    are kept.
  kind: Namespace and first name of the texts' keys: notices.driver_arrived, sent_messages.guest.
  channel: all: the words of every channel, which are also among the texts of the language. push, sms or mail: other
    words for this channel only.
  words: Texts by the rest of their keys (title, text, code …); the name is empty where the kind is the whole key.
    Without a text the built-in one counts.
  by: Who wrote the version; null for one that came with an import, a seed or a deleted account.
$$);

create index message_templates_by on app.message_templates (by);

alter table app.message_templates enable row level security;
