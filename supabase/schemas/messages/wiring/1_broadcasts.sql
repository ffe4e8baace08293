-- Broadcasts: messages on private topics that tell clients what changed. A message contains only the event and the
--             row's id; clients then fetch the row with their own rights, so a topic cannot reveal anything that its
--             listeners may not read. Topics and events: docs/build/realtime.md.
-- Access: the policies on realtime.messages (messages/wiring/1_realtime_policies.sql) decide who receives a broadcast
-- Tests:  tests/db/realtime.sql, tests/db/realtime_topics.sql, tests/api/realtime/product.test.ts

-- Any change of a row is broadcast to its lists, whichever column and function it is: so a list cannot keep what it
-- showed. Bookings do not use app.tg_broadcast, because it turns the whole row into JSON: a booking has many columns
-- and changes often.
create function app.tg_bookings__changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('booking:' || new.id, 'booking', new.id);
  perform app.broadcast_lists(old, new);
  perform app.store_search_words(old, new);
  return null;
end $$;

create trigger bookings__changed after update on public.bookings
  for each row when (old.status = new.status and old.* is distinct from new.*)
    execute function app.tg_bookings__changed();

create function app.tg_booking_offers__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('driver:' || new.driver_id, 'offer', new.id, new.booking_id);
  if tg_op = 'UPDATE' then perform app.broadcast('booking:' || new.booking_id, 'dispatch', new.booking_id); end if;
  return null;
end $$;

create trigger booking_offers__broadcast_insert after insert on public.booking_offers
  for each row execute function app.tg_booking_offers__broadcast();
create trigger booking_offers__broadcast after update of status on public.booking_offers
  for each row when (old.status is distinct from new.status) execute function app.tg_booking_offers__broadcast();

-- Broadcasts a search once per wave, not once per offer. If a staff member assigns a driver, admins get a broadcast as
-- well, so that their lists of bookings are updated.
create function app.tg_dispatch_waves__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('booking:' || new.booking_id, 'dispatch', new.booking_id);
  if new.mode = 'assigned' then perform app.broadcast('admin', 'booking', new.booking_id); end if;
  return null;
end $$;

create trigger dispatch_waves__broadcast after insert on public.dispatch_waves for each row
  execute function app.tg_dispatch_waves__broadcast();
create trigger chat_messages__broadcast after insert on public.chat_messages
  for each row execute function app.tg_broadcast('chat', 'booking:booking_id');
create trigger notices__broadcast after insert on public.notices for each row
  execute function app.tg_broadcast('notice', 'user:user_id');

-- Tells pages that show a stored trail to fetch it: when the trail begins, at each change of status and once a minute.
-- A trail gets a point every few seconds; a message per point would halve the number of reports that the server can
-- take. Pages that follow the car draw the trail from the positions that the driver's phone broadcasts.
create function app.tg_tracking_points__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_before record;
begin
  select t.status, t.at into v_before from public.tracking_points t
  where t.booking_id = new.booking_id and t.id < new.id order by t.at desc limit 1;
  if v_before.status is distinct from new.status
    or date_trunc('minute', v_before.at) is distinct from date_trunc('minute', new.at) then
    perform app.broadcast('booking:' || new.booking_id, 'tracking', new.booking_id);
  end if;
  return null;
end $$;

create trigger tracking_points__broadcast after insert on public.tracking_points for each row
  execute function app.tg_tracking_points__broadcast();

-- Broadcasts about people ---------------------------------------------------------------------------------------------

create function app.tg_drivers__broadcast() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast_driver(new.id, new.fleet_id, case when tg_op = 'UPDATE' then old.fleet_id end);
  return null;
end $$;

create trigger drivers__broadcast_insert after insert on public.drivers for each row
  execute function app.tg_drivers__broadcast();
create trigger drivers__broadcast after update on public.drivers
  for each row when (old is distinct from new) execute function app.tg_drivers__broadcast();

-- The trigger below ignores a change of only the balance: the ledger broadcasts such a change with the event wallet.
create function app.tg_profiles__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('user:' || new.id, 'profile', new.id);
  perform app.broadcast('admin', 'person', new.id);
  perform app.broadcast('fleet:' || d.fleet_id, 'driver', new.id) from public.drivers d where d.id = new.id
    and d.fleet_id is not null;
  if tg_op = 'UPDATE' and new.usertype = 'driver' and (old.approved is distinct from new.approved
    or old.deleted_at is distinct from new.deleted_at) then
    perform app.broadcast_application(new.id, 'application');
  end if;
  return null;
end $$;

create trigger profiles__broadcast_insert after insert on public.profiles for each row
  execute function app.tg_profiles__broadcast();
create trigger profiles__broadcast after update of first_name, last_name, mobile, email, usertype, approved,
  profile_image, rating,
  lang_locale, deleted_at on public.profiles
  for each row when (row(old.first_name, old.last_name, old.mobile, old.email, old.usertype, old.approved,
    old.profile_image, old.rating,
      old.lang_locale, old.deleted_at)
    is distinct from row(new.first_name, new.last_name, new.mobile, new.email, new.usertype, new.approved,
      new.profile_image, new.rating,
      new.lang_locale, new.deleted_at))
  execute function app.tg_profiles__broadcast();

create function app.tg_driver_documents__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_driver uuid := case when tg_op = 'DELETE' then old.driver_id else new.driver_id end;
  v_id uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  perform app.broadcast('user:' || v_driver, 'document', v_id);
  perform app.broadcast_application(p.id, 'document') from public.profiles p where p.id = v_driver and not p.approved;
  perform app.broadcast('admin', 'document', v_id);
  perform app.broadcast('fleet:' || d.fleet_id, 'document', v_id) from public.drivers d where d.id = v_driver
    and d.fleet_id is not null;
  return null;
end $$;

create trigger driver_documents__broadcast after insert or update or delete on public.driver_documents
  for each row execute function app.tg_driver_documents__broadcast();
create trigger saved_addresses__broadcast after insert or update or delete on public.saved_addresses
  for each row execute function app.tg_broadcast('address', 'user:user_id');
create trigger withdraw_requests__broadcast after insert or update on public.withdraw_requests
  for each row execute function app.tg_broadcast('withdrawal', 'user:user_id', 'admin');

-- Broadcasts a request for approval, so that the other admins see it at once: one of them must decide it.
create trigger approvals__broadcast after insert or update on public.approvals for each row
  execute function app.tg_broadcast('approval', 'admin');
create trigger audit_log__broadcast after insert on public.audit_log for each statement
  execute function app.tg_broadcast('audit', 'admin');

-- Broadcasts about catalogues -----------------------------------------------------------------------------------------

-- Broadcasts changes of tables that many pages show, to staff or to all open pages. The event is the table's name. It
-- is sent once per statement, however many rows the statement and its triggers change.
create function app.tg_catalogue__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('admin', tg_table_name);
  if tg_argv[0] = 'everybody' then perform app.broadcast('catalogue', tg_table_name); end if;
  return null;
end $$;

create trigger settings__broadcast after update on public.settings
  execute function app.tg_catalogue__broadcast('everybody');
create trigger languages__broadcast after insert or update or delete on public.languages when (pg_trigger_depth() = 0)
  execute function app.tg_catalogue__broadcast('everybody');
create trigger car_types__broadcast after insert or update or delete on public.car_types
  execute function app.tg_catalogue__broadcast('everybody');
create trigger cancel_reasons__broadcast after insert or update or delete on public.cancel_reasons
  when (pg_trigger_depth() = 0) execute function app.tg_catalogue__broadcast('everybody');
create trigger paper_kinds__broadcast after insert or update or delete on public.paper_kinds
  execute function app.tg_catalogue__broadcast('everybody');
create trigger zones__broadcast after insert or update or delete on public.zones
  execute function app.tg_catalogue__broadcast('everybody');
create trigger tariff_windows__broadcast after insert or update or delete on public.tariff_windows
  execute function app.tg_catalogue__broadcast('everybody');
create trigger notifications__broadcast after insert or update or delete on public.notifications
  execute function app.tg_catalogue__broadcast('staff');

-- The desk gets a message for each changed row of promos, because its list also shows how often a promotion was used.
-- Other people get a message only if a change is visible to them, so not for each use.
create trigger promos__broadcast after insert or update or delete on public.promos for each row
  execute function app.tg_broadcast('promos', 'admin');

create function app.tg_promos__broadcast() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (tg_op <> 'INSERT' and old.listed) or (tg_op <> 'DELETE' and new.listed) then
    perform app.broadcast('catalogue', 'promos');
  end if;
  return null;
end $$;

create trigger promos__broadcast_listed after insert or delete or update of promo_name, promo_description,
  promo_discount_type, promo_discount_value,
  max_promo_discount_value, min_order, promo_validity, promo_usage_limit, listed on public.promos for each row
    execute function app.tg_promos__broadcast();
