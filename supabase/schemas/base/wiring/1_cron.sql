-- Scheduled jobs: which function runs at which times.
-- Access: only the database's owner
-- Tests:  tests/db/housekeeping.sql, tests/db/jobs.test.ts, tests/db/attacks_money.sql

-- The embedded server (npm start) has no pg_cron but provides the schema cron itself; on any other server this block
-- creates the extension.
do $$ begin
  if to_regprocedure('cron.schedule(text,text,text)') is null then
    create extension if not exists pg_cron with schema pg_catalog;
  end if;
end $$;

-- Runs dispatch and the attention list every five seconds for about a minute. pg_cron starts a job at most once a
-- minute, but an offer lasts only seconds. This is a procedure without SECURITY DEFINER and SET, because only such a
-- procedure may COMMIT.
create procedure app.dispatch_loop() language plpgsql as $$
begin
  for i in 1 .. 12 loop
    perform app.dispatch_tick();
    commit;
    -- Runs in a separate block, so that an error in the attention list never stops dispatch.
    begin
      perform app.watch_attention();
    exception when others then raise warning 'the attention list was not watched: %', sqlerrm;
    end;
    commit;
    exit when i = 12;
    perform pg_catalog.pg_sleep(5);
  end loop;
end $$;
comment on procedure app.dispatch_loop() is
  'Runs app.dispatch_tick and broadcasts changes of the attention list every five seconds for a minute.';

-- Completes at most 500 bookings that were paid at least 24 hours ago. Each has a separate subtransaction, so that an
-- error in one booking does not stop the others. Rows that a concurrent run has locked are skipped.
create function app.complete_paid() returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_done integer := 0;
  v_id uuid;
begin
  perform app.set_actor('system', note => 'after_24_hours');
  for v_id in select p.id from public.bookings p where p.status = 'PAID'
    and p.paid_at <= app.now() - interval '24 hours'
    order by p.paid_at limit 500 for no key update skip locked
  loop
    begin
      perform app.move_booking(v_id, 'COMPLETE', jsonb_build_object('completed_at', app.now()));
      v_done := v_done + 1;
    exception when others then raise warning 'completing % failed: %', v_id, sqlerrm;
    end;
  end loop;
  return v_done;
end $$;
comment on function app.complete_paid is
  'Completes rides that were paid a day ago and not rated; returns their number.';

create function app.cancel_unpaid() returns void language plpgsql security definer set search_path = '' as $$
declare v_id uuid;
begin
  for v_id in select p.id from public.bookings p where p.status = 'PAYMENT_PENDING'
    and p.created_at <= app.now() - interval '15 minutes'
    order by p.id limit 500 loop
    begin
      perform 1 from public.bookings b where b.id = v_id and b.status = 'PAYMENT_PENDING' for no key update skip locked;
      continue when not found;
      perform app.set_actor('system', note => 'payment_timeout');
      perform app.move_booking(v_id, 'CANCELLED', jsonb_build_object('cancelled_at', app.now(), 'cancelled_by',
        'system', 'reason', 'payment_timeout'));
    exception when others then raise warning 'ending % failed: %', v_id, sqlerrm;
    end;
  end loop;
end $$;
comment on function app.cancel_unpaid is 'Cancels parcels that were booked 15 minutes ago and are still unpaid.';

create function app.housekeeping() returns void language plpgsql security definer set search_path = '' as $$
begin
  perform app.complete_paid();
  perform app.cancel_unpaid();
  perform app.publish_ratings();
  perform app.reset_tries();
  perform app.park_silent_drivers();
  perform app.collect_debts();
  perform app.apply_guard_changes();
end $$;
comment on function app.housekeeping is
  'Completes rides paid a day ago, cancels unpaid parcels, publishes ratings after a day, allows new tries of start '
  'codes, takes drivers without a recent position out of the search, pays drivers their share of cancellation fees '
  'that riders paid late, and applies lowered guards of the settings after a day.';

-- Deletes old data, the oldest rows first. Primary keys ascend with time, so sorting by them needs no index on time. It
-- runs every hour; its limits are chosen so that a run deletes more rows than are added in an hour.
create function app.purge() returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Skip: another run is deleting the same rows.
  if not pg_try_advisory_xact_lock(4842100) then return; end if;
  delete from public.fare_quotes q where q.used_at is null and q.expires_at < app.now() - interval '1 day';
  delete from app.rate_limits r where r.window_start < app.now() - interval '1 day';
  delete from app.shown_files f where f.at < app.now() - interval '1 day';
  delete from app.sign_ups s where s.created_at < app.now() - interval '7 days';
  delete from app.applications a where a.created_at < app.now() - interval '90 days';
  delete from app.known_contacts k using public.profiles p
  where p.id = k.user_id and p.deleted_at is not null and k.at < app.now() - interval '2 years';
  delete from app.known_devices d where d.at < app.now() - interval '1 year';
  delete from app.shown_rows r where r.at < app.now() - interval '1 day';
  delete from app.duty_periods d where d.ended_at < app.now() - interval '90 days';
  delete from app.approach_checks c where c.due_at < app.now() - interval '1 hour';
  delete from app.reported_steps t where t.at < app.now() - interval '30 days';
  perform app.clean_outbox();
  perform app.forget_imports();
  perform app.purge_cases();
  perform app.purge_desk_messages();
  perform app.purge_inbound_texts();
  -- The trail of a trip (its recorded positions) is kept as long as its fare may be disputed (app.trail_retention). The
  -- waves and offers of a search for a driver are kept for 90 days, as long as a driver may ask why they got no offer.
  delete from public.tracking_points t where t.at < app.now() - app.trail_retention()
    and t.id in (select o.id from public.tracking_points o order by o.id limit 100000);
  delete from app.trip_watch w using public.bookings b where b.id = w.booking_id
    and coalesce(b.reached_at, b.cancelled_at) < app.now() - interval '1 day';
  delete from public.dispatch_waves w where w.at < app.now() - interval '90 days'
    and w.id in (select o.id from public.dispatch_waves o order by o.id limit 20000);
  delete from public.booking_offers f where f.created_at < app.now() - interval '90 days' and f.status <> 'open'
    and f.id in (select o.id from public.booking_offers o order by o.id limit 50000);
  delete from public.driver_positions p where p.updated_at < app.now() - interval '30 days'
    and not exists (select 1 from public.bookings b where b.driver_id = p.driver_id and app.is_under_way(b.status));
end $$;
comment on function app.purge is
  'Deletes quotes and rate limits after a day, drivers'' last positions after 30 days, searches after 90 days, '
  'sign-up forms after a week and applications after 90 days, trails of trips after 180 days, cases after two years, '
  'known devices after a year, and old messages of the outbox.';

-- pg_cron keeps a row per run forever, so old rows are deleted. The embedded server's replacement for pg_cron keeps no
-- rows.
create function app.purge_cron_log() returns void language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('cron.job_run_details') is not null then
    execute 'delete from cron.job_run_details d where app.outside_time(d.end_time) < $1'
      using app.now() - interval '7 days';
  end if;
end $$;
comment on function app.purge_cron_log is 'Deletes pg_cron''s log entries after a week.';

-- Every job may safely run twice, even at the same time; tests/db/jobs.test.ts proves this.
select cron.schedule('dispatch', '* * * * *', 'call app.dispatch_loop()');
select cron.schedule('receipts', '* * * * *', 'call app.receipt_loop()');
select cron.schedule('payments', '* * * * *', 'select app.payments_tick()');
select cron.schedule('street', '* * * * *', 'select app.wake_street_checker()');
select cron.schedule('outbox', '* * * * *', 'select app.wake_sender()');
select cron.schedule('message_receipts', '* * * * *', 'select app.settle_receipts()');
select cron.schedule('text-limit', '* * * * *', 'select app.warn_of_texts()');
select cron.schedule('text-delays', '* * * * *', 'select app.text_delays()');
select cron.schedule('file-checks', '* * * * *', 'select app.wake_file_checker()');
select cron.schedule('housekeeping', '*/5 * * * *', 'select app.housekeeping()');
select cron.schedule('earnings', '7 * * * *', 'select app.close_month()');
select cron.schedule('documents', '23 * * * *', 'select app.check_documents()');
select cron.schedule('purge', '37 * * * *', 'select app.purge()');
select cron.schedule('files', '41 3 * * *', 'select app.queue_orphaned_files()');
select cron.schedule('payouts', '*/10 * * * *', 'select app.run_weekly_payouts()');
select cron.schedule('books', '29 3 * * *', 'select app.sum_days()');
select cron.schedule('cron-log', '53 3 * * *', 'select app.purge_cron_log()');
