-- Rides whose customer has no app to read a start code in: booked by the desk without a code, or continued without it.
select no_plan();
select tests.set('app_category', 'both'), tests.set('negative_balance', 'true'), tests.set('credit_limit', null);
create function tests.sign_in(name text) returns void language sql security definer as $$
  insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), tests.id(name), now(), now())
$$;
create function tests.desk_books(rider text, details jsonb default '{}', car text default 'Cab', mode text default 'cash') returns uuid
language plpgsql security definer as $$
begin
  perform tests.turn('1 minute'), tests.go_online();
  perform tests.let('admin', format('select public.create_booking(%L, %L, details => %L)', tests.quote(rider, car), mode, details));
  return tests.booking();
end $$;
create function tests.asks_code() returns boolean language sql volatile security definer as $$
  select b.otp_secure and exists (select 1 from app.start_codes c where c.booking_id = b.id) from public.bookings b where b.id = tests.booking()
$$;
create function tests.call_off() returns void language sql security definer as $$
  select tests.let('admin', format('select public.cancel_booking(%L, ''Called off'')', tests.booking()))
$$;
create function tests.arrive(name text default 'driver') returns void language plpgsql security definer as $$
begin
  perform tests.let(name, format('select public.accept_booking(%L)', tests.booking()));
  perform tests.let(name, format('select public.arrive_at_pickup(%L)', tests.booking()));
end $$;
create function tests.finish(name text default 'driver') returns void language sql security definer as $$
  select tests.let(name, format('select public.reach_drop(%L)', tests.booking())), tests.let(name, format('select public.confirm_cash(%L)', tests.booking()))
$$;
delete from auth.sessions;

-- Which bookings have a code
select tests.desk_books('rider');
select is((select otp_secure from public.bookings where id = tests.booking()), false, 'a ride that the desk books for a rider who is signed in nowhere needs no start code');
select is(tests.code(), null, 'no start code is stored for a ride that needs none');
select tests.arrive();
select tests.act_as('driver');
select is(public.start_trip(tests.booking()) ->> 'status', 'STARTED', 'the driver starts a ride without a code that was booked by telephone');
select tests.as_owner();
select tests.finish();
select is(tests.status(), 'PAID', 'a ride without a code that was booked by telephone is driven to its end');
select is_empty($$ select 1 from app.code_overrides $$, 'a ride without a code that is paid in cash counts as no override');

select tests.sign_in('rider'), tests.desk_books('rider');
select ok(tests.asks_code(), 'a ride that the desk books for a rider with a session has a start code');
select tests.call_off(), tests.desk_books('rider', '{"guest_name": "Gina", "guest_phone": "+4235558888"}');
select ok(tests.asks_code(), 'a guest''s ride has a start code if the rider has a session');
update auth.sessions set not_after = now() - interval '1 second';
select tests.call_off(), tests.desk_books('rider');
select ok(not tests.asks_code(), 'a session that has expired shows nobody a start code');
delete from auth.sessions;

update public.profiles set mobile = '+4235558888', mobile_verified = true where id = tests.id('rider3');
select tests.call_off(), tests.desk_books('rider', '{"guest_name": "Gina", "guest_phone": "+4235558888"}');
select ok(not tests.asks_code(), 'a guest''s ride has no start code if rider and guest are signed in nowhere');
select tests.sign_in('rider3'), tests.call_off(), tests.desk_books('rider', '{"guest_name": "Gina", "guest_phone": "+4235558888"}');
select ok(tests.asks_code(), 'a guest''s ride has a start code if the verified owner of the guest''s number is signed in');
update public.profiles set mobile_verified = false where id = tests.id('rider3');
select tests.call_off(), tests.desk_books('rider', '{"guest_name": "Gina", "guest_phone": "+4235558888"}');
select ok(not tests.asks_code(), 'an account that only claims the guest''s number gives the ride no start code');
create function tests.told_code() returns boolean language sql volatile security definer as $$
  select o.payload ? 'code' and (public.shared_trip(o.payload ->> 'link_token') ->> 'start_code') is not null from app.outbox o
  where o.kind = 'sms' and o.payload ->> 'booking_id' = tests.booking()::text
$$;
update public.profiles set mobile_verified = true where id = tests.id('rider3');
select tests.call_off(), tests.desk_books('rider', '{"guest_name": "Gina", "guest_phone": "+4235558888"}');
select ok(tests.told_code(), 'a guest of the desk who pays in cash is told the start code');
select tests.fill_wallet('rider', 100), tests.call_off(), tests.desk_books('rider', '{"guest_name": "Gina", "guest_phone": "+4235558888"}', mode => 'wallet');
select ok(not tests.asks_code(), 'a signed-in guest gives a ride on the customer''s wallet no start code');
select tests.call_off(), tests.sign_in('rider'), tests.desk_books('rider', '{"guest_name": "Gina", "guest_phone": "+4235558888"}', mode => 'wallet');
select ok(tests.asks_code(), 'a guest''s ride on the wallet of a signed-in customer has a start code');
select is(tests.told_code(), false, 'a guest whom the desk names is not told the start code of a ride on the customer''s wallet');
select tests.act_as('rider');
select is(length(public.start_code(tests.booking())), 5, 'the customer whose wallet pays for a guest reads the start code');
select tests.as_owner();
delete from auth.sessions where user_id = tests.id('rider');
select tests.call_off(), tests.turn('1 minute'), tests.let('rider', format('select public.create_booking(%L, ''wallet'', details => %L)', tests.quote('rider'), '{"guest_name": "Gina", "guest_phone": "+4235558888"}'));
select ok(tests.told_code(), 'a guest whom the customer names is told the start code');
select tests.let('rider', format('select public.cancel_booking(%L, ''x'')', tests.booking())), tests.desk_books('rider');
update public.profiles set mobile_verified = false where id = tests.id('rider3');
select tests.call_off(), tests.desk_books('rider', '{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}', 'Courier');
select ok(tests.asks_code(), 'a parcel of the desk keeps its code, which its recipient gets by text message');
select tests.call_off(), tests.turn('1 minute'), tests.book('rider2');
select ok(tests.asks_code(), 'a ride that a rider books has a start code');
select tests.let('rider2', format('select public.cancel_booking(%L, ''x'')', tests.booking()));

-- Continuing without the code
select tests.turn('10 minutes'), tests.ride('ARRIVED');
select tests.act_as('admin');
select ok('override_code' = any ((public.trip_options(tests.booking())).actions), 'the desk can let a driver continue without the code before any wrong code');
select is((public.override_start_code(tests.booking(), 'The rider''s phone is empty')).otp_secure, false, 'an override works at once');
select ok('override_code' <> all ((public.trip_options(tests.booking())).actions), 'an override is offered once');
select tests.act_as('rider');
select is(public.start_code(tests.booking()), null, 'after an override the rider needs no code any more');
select tests.act_as('driver');
select is((select otp_secure from public.bookings where id = tests.booking()), false, 'after an override the driver''s page asks for no code');
select tests.as_owner();
update public.drivers set car_type_id = tests.car() where id = tests.id('driver2');
select tests.go_online('driver2'), tests.let('driver', format('select public.cancel_booking(%L, ''Flat tyre'')', tests.booking()));
select ok(tests.asks_code(), 'another driver needs the code again');
select tests.arrive('driver2');
select tests.act_as('driver2');
select is(public.start_trip(tests.booking()) ->> 'message', 'start_code_required', 'an override does not let another driver start');
select is(public.start_trip(tests.booking(), tests.code()) ->> 'status', 'STARTED', 'another driver starts with the code');
select tests.as_owner();
select tests.finish('driver2'), tests.let('driver2', 'select public.set_driver_active(false)');

-- A driver and a dispatcher who work together
create function tests.flagged() returns text language plpgsql as $$
begin
  perform tests.act_as('admin');
  return (select string_agg(case when a.by_driver then 'driver' else 'admin' end, ' ' order by a.by_driver)
    from tests.attention_list() a where a.reason = 'code_overrides');
end $$;
create function tests.override(times integer) returns void language plpgsql security definer as $$
begin
  for n in 1 .. times loop
    perform tests.turn('1 minute'), tests.ride('ARRIVED');
    perform tests.let('admin', format('select public.override_start_code(%L, ''x'')', tests.booking()));
    perform tests.let('driver', format('select public.start_trip(%L)', tests.booking())), tests.finish();
  end loop;
end $$;
delete from app.code_overrides;
select tests.override(3);
select is(tests.flagged(), null, 'three rides a day without their code need no attention');
select tests.as_owner();
select tests.override(1);
select is(tests.flagged(), 'admin driver', 'the fourth ride a day without its code shows the driver and the admin');
select tests.act_as('fleet');
select is_empty($$ select 1 from tests.attention_list() a where a.reason = 'code_overrides' $$, 'a fleet is not shown who continues without the code');
select tests.as_owner();
select tests.turn('71 hours');
select is(tests.flagged(), 'admin driver', 'frequent overrides stay on the list for 72 hours');
select tests.as_owner();
select tests.turn('2 hours');
select is(tests.flagged(), null, 'frequent overrides leave the list after 72 hours');
select tests.as_owner();
select tests.override(2), tests.turn('25 hours'), tests.override(2);
select is(tests.flagged(), null, 'four overrides on different days need no attention');

-- Without a customer's code, a ride on the customer's wallet needs nobody but the driver and the dispatcher.
select tests.as_owner();
select tests.turn('100 hours');
delete from auth.sessions;
create function tests.ghost_rides(times integer) returns void language plpgsql security definer as $$
begin
  for n in 1 .. times loop
    perform tests.desk_books('rider4', mode => 'wallet'), tests.arrive(), tests.let('driver', format('select public.start_trip(%L)', tests.booking()));
    perform tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
    if tests.status() = 'PENDING' then perform tests.let('admin', format('select public.confirm_cash(%L)', tests.booking())); end if;
  end loop;
end $$;
select tests.ghost_rides(4);
select is(tests.flagged(), 'admin driver', 'four rides a day without a code on customers'' wallets show the driver and the admin');

-- The same with accomplices
select tests.as_owner(), tests.turn('100 hours');
delete from app.code_overrides;
create function tests.guest_rides(times integer) returns void language plpgsql security definer as $$
begin
  for n in 1 .. times loop
    perform tests.fill_wallet('rider4', 500), tests.desk_books('rider4', '{"guest_name": "Gina", "guest_phone": "+4235558888"}', mode => 'wallet'), tests.arrive();
    perform tests.let('driver', format('select public.start_trip(%L)', tests.booking())), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
  end loop;
end $$;
select tests.guest_rides(4);
select is(tests.flagged(), 'admin driver', 'four rides a day of guests whom the desk named on customers'' wallets show the driver and the admin');
select tests.as_owner(), tests.turn('100 hours');
delete from app.code_overrides;
select tests.fill_wallet('rider4', 500), tests.desk_books('rider4', '{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}', 'Courier', 'wallet');
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver');
select tests.go_online('driver'), tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver'))), tests.arrive();
select tests.let('driver', format('select public.start_trip(%L)', tests.booking()));
select is((select o.reason from app.code_overrides o where o.booking_id = tests.booking()), 'booked_without_code', 'a parcel of the desk on a customer''s wallet whose code only its recipient has counts as an override');
