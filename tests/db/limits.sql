-- Each limit of the database's functions (app.limits) is crossed once: with a limit of one, the first use passes and the second is
-- refused.
select no_plan();

-- A use is a statement of a person; its second time is another statement if the same one would count as a retry.
create temp table uses (purpose text primary key, who text, first text, second text);
grant all on uses to public;
create function tests.street() returns uuid language sql volatile security definer as $$ select b.id from public.bookings b where b.source = 'street' order by b.created_at desc limit 1 $$;
create function tests.hail() returns uuid language plpgsql security definer as $$
begin
  perform tests.turn('1 hour'), tests.go_online();
  perform tests.let('driver', 'select public.start_street_trip(47.141, 9.52)');
  perform tests.turn('6 minutes');
  perform tests.let('driver', 'select public.report_position(47.1655, 9.5103)'), tests.let('driver', format('select public.reach_drop(%L)', tests.street()));
  return tests.street();
end $$;
-- A route of the rider with so many stops.
create function tests.way(stops integer) returns uuid language sql security definer as $$
  select (to_jsonb(public.quote_fare(tests.id('rider'), tests.order(km => 6) || jsonb_build_object('waypoints',
    (select coalesce(jsonb_agg(jsonb_build_object('lat', 47.15 + n * 0.001, 'lng', 9.515, 'add', 'Stop ' || n)), '[]') from generate_series(1, stops) n)))) ->> 'quote_id')::uuid
$$;

-- Without a person the statement runs as the owner, or as a visitor for nearby_drivers.
create function tests.used(who text, statement text) returns text language plpgsql as $$
begin
  if who is not null then return tests.outcome(who, statement); end if;
  perform set_config('request.jwt.claims', case when statement ~ 'nearby' then '{"role": "anon"}' else '' end, true);
  execute statement;
  perform tests.as_owner();
  return 'done';
exception when others then
  perform tests.as_owner();
  return sqlerrm;
end $$;

-- Uses one limit up to one, and then once more.
create function tests.cross(v_purpose text) returns setof text language plpgsql as $$
declare
  u uses;
  l app.limits;
begin
  select * into u from uses where purpose = v_purpose;
  perform tests.as_owner();
  select * into l from app.limits where purpose = v_purpose;
  delete from app.rate_limits;
  update app.limits set most = 1 where purpose = v_purpose;
  return next is(tests.used(u.who, u.first), 'done', format('%s: the first use passes', v_purpose));
  return next is(tests.used(u.who, coalesce(u.second, u.first)), l.code, format('%s: a use above the limit is refused', v_purpose));
  update app.limits set most = l.most where purpose = v_purpose;
  if l.seconds is null then
    -- What counts without a window is what is there now: a day changes nothing.
    perform tests.turn('25 hours');
    update app.limits set most = 1 where purpose = v_purpose;
    return next is(tests.used(u.who, coalesce(u.second, u.first)), l.code, format('%s: a day later the use is still refused', v_purpose));
    update app.limits set most = l.most where purpose = v_purpose;
  else
    perform tests.turn(make_interval(secs => l.seconds));
    update app.limits set most = 1 where purpose = v_purpose;
    return next is(tests.used(u.who, coalesce(u.second, u.first)), 'done', format('%s: after its window the use passes again', v_purpose));
    update app.limits set most = l.most where purpose = v_purpose;
  end if;
end $$;

select tests.as_owner();
select tests.fill_wallet('driver2', 100);
create temp table kept (what text primary key, id uuid, token text);
grant all on kept to public;
create function tests.kept(what text) returns uuid language sql as $$ select k.id from kept k where k.what = kept.what $$;
insert into kept select 'ride', tests.ride('PAID');
insert into kept select 'street', tests.hail();
select tests.turn('1 minute');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.street()));
select app.issue_receipts();
insert into kept select 'card', tests.hail();
select tests.let('driver', format('select public.ask_street_card(%L)', tests.street()));
update kept set token = (select l.token from app.street_pay_links l where l.booking_id = kept.id) where what = 'card';
insert into kept select 'sign up', public.sign_up('{"usertype": "driver", "first_name": "Dora", "last_name": "Frick", "email": "dora@hackney.test", "mobile": "+4237901112"}');
insert into auth.users (id, email, email_confirmed_at) values ('10000000-0000-4000-8000-0000000000dd', 'dora@hackney.test', app.now());
select tests.let('dora', format('select public.finish_sign_up(%L)', tests.kept('sign up')));
select tests.set('auto_dispatch', 'false');
insert into kept select 'changed', tests.book();
insert into uses values
  ('account_check', 'fleet', $$ select public.check_user_exists('rider@hackney.test') $$, null),
  ('account_plan', 'fleet', $$ select public.plan_account(jsonb_build_object('usertype', 'driver', 'first_name', 'A', 'last_name', 'B', 'email', gen_random_uuid() || '@new.test'), gen_random_uuid()) $$, null),
  ('alarm', 'driver', $$ select public.raise_alarm() $$, null),
  ('application_file', null, $$ select public.application_upload(tests.kept('sign up'), 'license') $$, null),
  ('application_files', null, $$ select public.application_upload(tests.kept('sign up'), 'license') $$,
    $$ insert into storage.objects (bucket_id, name) values ('users', '10000000-0000-4000-8000-0000000000dd/license-1'); select public.application_upload(tests.kept('sign up'), 'license') $$),
  ('cancelled_bookings', 'rider2', $$ select tests.book('rider2') $$, $$ select public.cancel_booking(tests.booking()), tests.book('rider2') $$),
  ('case', 'rider', $$ select public.open_case(tests.kept('ride'), 'lost', 'My hat', '+4235550101') $$, $$ select public.open_case(tests.kept('ride'), 'fare', 'Too much') $$),
  ('desk_message', 'admin', $$ select public.answer_driver(tests.id('driver'), 'Hello') $$, null),
  ('guest_text', 'rider', $$ select public.create_booking(tests.quote(), 'cash', null, '{"guest_name": "Oma", "guest_phone": "+4235559911"}') $$, null),
  ('import', 'admin', $$ select public.start_import('callers', 'a.csv', gen_random_uuid()) $$, null),
  ('invitation', 'admin', $$ select public.invite_person(tests.id('driver')) $$, null),
  ('later_bookings', 'rider5', $$ select tests.book('rider5', trip_at => app.now() + interval '1 day') $$, null),
  ('logos', 'admin', $$ select tests.put_file('company', 'logo-one'), tests.pass_files(), public.update_settings('{"logo": "logo-one"}') $$,
    $$ select tests.put_file('company', 'logo-two'), tests.pass_files(), public.update_settings('{"logo": "logo-two"}') $$),
  ('message_desk', 'driver', $$ select public.message_desk('Hello') $$, null),
  ('named_addresses', 'rider', $$ select public.save_address('One', 'Street 1', 47.14, 9.52) $$, $$ select public.save_address('Two', 'Street 2', 47.14, 9.52) $$),
  ('nearby', 'rider', $$ select public.nearby_drivers(47.14, 9.52) $$, null),
  ('nearby_of_visitors', null, $$ select public.nearby_drivers(47.14, 9.52) $$, null),
  ('news_consent', 'rider', $$ select public.save_news_consent('mail', not app.news_consent_of(auth.uid(), 'mail'), 'Yes') $$, $$ select public.save_news_consent('mail', false), public.save_news_consent('mail', true, 'Yes') $$),
  ('open_bookings', 'rider4', $$ select tests.book('rider4') $$, null),
  ('open_withdrawals', 'driver2', $$ select public.request_withdrawal(1, gen_random_uuid()) $$, null),
  ('own_files', 'driver3', $$ select tests.put_file('users', auth.uid() || '/license-1', auth.uid()), public.submit_document('license', auth.uid() || '/license-1', '2100-01-01') $$,
    $$ select tests.put_file('users', auth.uid() || '/license-2', auth.uid()), public.submit_document('license', auth.uid() || '/license-2', '2100-01-01') $$),
  ('receipt', 'rider', $$ select public.send_receipt(tests.kept('ride')) $$, null),
  ('route_changes', 'rider', $$ select public.change_route(tests.kept('changed'), tests.way(1)) $$, $$ select public.change_route(tests.kept('changed'), tests.way(2)) $$),
  ('staff_files', 'admin', $$ select tests.put_file('users', tests.id('driver3') || '/license-3', auth.uid()), public.submit_document('license', tests.id('driver3') || '/license-3', '2100-01-01', tests.id('driver3')) $$,
    $$ select tests.put_file('users', tests.id('driver3') || '/license-4', auth.uid()), public.submit_document('license', tests.id('driver3') || '/license-4', '2100-01-01', tests.id('driver3')) $$),
  ('street_receipt', 'driver', $$ select public.send_street_receipt(tests.kept('street'), '+4235550101') $$, null),
  ('street_receipt_of_driver', 'driver', $$ select public.send_street_receipt(tests.kept('street'), '+4235550101') $$, null),
  ('test_message', 'admin', $$ select public.send_test_message('mail', 'Hi', 'Hi') $$, null),
  ('unpaid_payments', 'rider3', $$ select public.create_payment('topup', 'stripe', tests.id('rider3'), amount => 5) $$, null),
  ('unused_photos', 'driver3', $$ select tests.put_file('shifts', auth.uid() || '/one', auth.uid()), public.start_shift(null, null, array[auth.uid() || '/one']) $$,
    $$ select public.end_shift(), tests.put_file('shifts', auth.uid() || '/two', auth.uid()), tests.put_file('shifts', auth.uid() || '/three', auth.uid()),
      public.start_shift(null, null, array[auth.uid() || '/two']) $$),
  ('unpaid_street_payments', null, $$ select public.start_street_checkout((select k.token from kept k where k.what = 'card'), 'stripe', repeat('a', 64), gen_random_uuid()) $$, null);
select tests.cross(u.purpose) from uses u order by 1;
select is_empty('select l.purpose from app.limits l where l.purpose not in (select u.purpose from uses u)', 'each limit is crossed');
select is_empty('select u.purpose from uses u where u.purpose not in (select l.purpose from app.limits l)', 'each use is of a limit');

-- No function has a limit of its own. Those of newcomers and codes are settings, and Auth is answered instead of refused. Those of
-- texts to the firm end in silence: after a refusal the provider would bring the text again.
create temp table answer_auth (name) as values ('before_user_created_hook'), ('admit_code'), ('record_text'), ('answer_text'), ('confirm_cancel'), ('warn_of_texts');
select tests.as_owner();
select is_empty($$ select p.proname from pg_proc p where p.pronamespace in ('app'::regnamespace, 'public'::regnamespace)
  and p.prosrc ~ 'too_many_requests' and p.proname <> 'refuse_above' and p.proname not in (select a.name from answer_auth a) $$, 'only a limit refuses with too_many_requests');
select is_empty($$ select p.proname from pg_proc p where p.pronamespace in ('app'::regnamespace, 'public'::regnamespace)
  and p.prosrc ~ 'take_rate_limit\(' and p.proname <> 'enforce_limit' and p.proname not in (select a.name from answer_auth a) $$, 'functions count uses by the limits of the table only');
select * from finish();
