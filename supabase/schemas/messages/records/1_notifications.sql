-- Notifications: news that an admin sends to all people, all riders or all drivers.

create function app.are_news_words(words jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return jsonb_typeof(words) = 'object' and octet_length(words::text) <= 100000 and not exists (
    select from jsonb_each(words) w
    where w.key !~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' or jsonb_typeof(w.value) <> 'object'
      or exists (select from jsonb_each(w.value) x where x.key not in ('title', 'body')
        or jsonb_typeof(x.value) <> 'string')
      or coalesce(length(w.value ->> 'title') > 200 or btrim(w.value ->> 'title') = ''
        or length(w.value ->> 'body') > 2000 or btrim(w.value ->> 'body') = '', true));
-- Words that are no object have no fields.
exception when others then
  return false;
end $$;
comment on function app.are_news_words is
  'Whether these are the words of a notification in further languages: {<language>: {title, body}}, each complete and '
  'at most as long as those in the firm''s language.';
-- The constraint of the table calls it as whoever writes.
grant execute on function app.are_news_words(jsonb) to authenticated, service_role;

create table public.notifications (
  id uuid primary key default app.uuid_v7(),
  devicetype text not null default 'All' check (devicetype in ('All', 'ANDROID', 'IOS')),
  usertype text not null default 'All' check (usertype in ('All', 'rider', 'driver')),
  title text not null check (btrim(title) <> '' and length(title) <= 200),
  body text not null check (btrim(body) <> '' and length(body) <= 2000),
  created_at timestamptz not null default app.now(),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  sent_at timestamptz,
  recipients integer check (recipients > 0),
  channels text[] not null default '{push}' check (cardinality(channels) > 0
    and channels <@ '{push,mail,sms}'::text[]),
  words jsonb not null default '{}' check (app.are_news_words(words)),
  stopped_at timestamptz,
  check ((sent_at is null) = (recipients is null)),
  constraint notifications_stopped check (stopped_at is null or sent_at is not null)
);
call app.describe('public.notifications', $$
  News of the operator to people's devices, and to the mail addresses and numbers of those who agreed. Each is sent
    once.
  devicetype: Devices that get the push: All, ANDROID or IOS. All includes browsers.
  recipients: Number of devices, addresses and numbers for which the message was meant when it was sent; null before.
  channels: push, mail and sms: how it is sent. Mail and text messages only reach people who agreed to news on that
    channel.
  words: Title and text in further languages, {<language>: {title, body}}. Everybody else gets title and body, which
    are in the firm's default language.
  stopped_at: When an admin stopped it: what had not left by then was dropped.
  usertype: People who get the message: All, rider or driver.
  title: Title of the message; shown as written, not translated.
  body: Text of the message; shown as written, not translated.
  created_by: The admin who wrote the message.
$$);
-- Admins get grants by column, without sent_at, recipients and stopped_at: only functions
-- write these.
grant select, delete on public.notifications to authenticated;
grant insert (devicetype, usertype, title, body, channels, words) on public.notifications to authenticated;

create index notifications_created_at on public.notifications (created_at desc, id);
create index notifications_created_by on public.notifications (created_by);

alter table public.notifications enable row level security;

create policy "admins read notifications" on public.notifications for select to authenticated
  using ((select app.has_current_role('admin')));
create policy "admins add notifications" on public.notifications
  for insert to authenticated with check ((select app.has_current_role('admin')));
create policy "admins delete notifications" on public.notifications for delete to authenticated
  using ((select app.has_current_role('admin')));

-- In a demo admins can write notifications, but can neither send nor delete them.
create trigger notifications__require_edits before delete on public.notifications for each row
  execute function app.tg_require_edits();
create trigger notifications__require_true_admin before insert on public.notifications for each row
  execute function app.tg_require_true_admin();
