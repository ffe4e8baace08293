-- Notifications: messages that an admin sends to all people, all riders or all drivers.

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
  check ((sent_at is null) = (recipients is null))
);
call app.describe('public.notifications', $$
  Messages of the operator to people's devices. Each is sent once.
  devicetype: Devices that get the message: All, ANDROID or IOS. All includes browsers.
  recipients: Number of devices to which the message was sent; null before.
  usertype: People who get the message: All, rider or driver.
  title: Title of the message; shown as written, not translated.
  body: Text of the message; shown as written, not translated.
  created_by: The admin who wrote the message.
$$);
-- Admins get grants by column, without sent_at and recipients: only send_notification writes these.
grant select, delete on public.notifications to authenticated;
grant insert (devicetype, usertype, title, body) on public.notifications to authenticated;

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
