-- Consents: who agreed to news by mail or text message, and took that back.

create table app.news_consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  channel text not null check (channel in ('sms', 'mail')),
  receiver_hash text not null check (length(receiver_hash) = 64),
  given boolean not null,
  source text not null check (source in ('profile', 'preferences', 'unsubscribe', 'stop', 'change')),
  words text check (length(words) between 1 and 1000),
  at timestamptz not null default app.now(),
  constraint news_consents_words check (not given or words is not null)
);
call app.describe('app.news_consents', $$
  The history of who agreed to news by mail or text message. The newest row of a person and channel counts, and only
    for the address it was given for; nobody has agreed before there is one. Rows are never changed, and deleted with
    the account.
  receiver_hash: The number or address for which it counts, hashed with this database's secret.
  given: Whether the person agreed; false: took it back.
  source: How: profile or preferences, the page of that name; unsubscribe, by the mail program; stop, the number or
    address wants no messages at all; change, the account has another number or address.
  words: What the page said to which the person agreed.
$$);

create index news_consents_user_id on app.news_consents (user_id, channel, id desc);
create index news_consents_receiver on app.news_consents (receiver_hash, channel);

alter table app.news_consents enable row level security;

-- Not app.tg_append_only: the history is deleted with the account.
create function app.tg_news_consents__kept() returns trigger language plpgsql set search_path = '' as $$
begin
  perform app.refuse('append_only', 409, 'Consent that changes is a new row');
  return null;
end $$;

create trigger news_consents__kept before update or truncate on app.news_consents
  for each statement execute function app.tg_news_consents__kept();

create type public.news_choice as (channel text, wanted boolean);
comment on type public.news_choice is
  'Whether the receiver of a message wants news on its channel, sms or mail; wanted is null for one who was never '
  'asked.';

create type public.news_texts as ("left" bigint, price numeric, currency text);
comment on type public.news_texts is
  'Text messages of news: how many parts the firm''s day leaves (null: any), and what a part cost lately, in currency '
  '(null: no provider said it).';
