-- Limits of codes by text message: per number, per range of numbers, per day of the firm.
select no_plan();
select tests.as_owner();
delete from app.message_log;
create function tests.code(phone text, parts integer default 1) returns text language sql security definer as $$
  select coalesce(public.admit_code(phone, parts), 'sent')
$$;
create function tests.codes(of_range text, how_many integer) returns bigint language sql security definer as $$
  select count(*) filter (where tests.code(of_range || n) = 'sent') from generate_series(1000, 999 + how_many) n
$$;
select tests.set('codes_per_number', '2');
select is((select array_agg(tests.code('+4235557701') order by n) from generate_series(1, 3) n), '{sent,sent,too_many_requests}', 'a number gets no more codes an hour than the limit says');
select is(tests.code('423 555 77 01'), 'too_many_requests', 'another spelling is the same number');
select is(tests.code('+4235557702'), 'sent', 'another number has a limit of its own');
select tests.turn('61 minutes');
select is(tests.code('+4235557701'), 'sent', 'an hour later the number gets codes again');

-- Ranges: nobody known, somebody known, codes that nobody enters
select tests.set('codes_per_prefix', '30');
select is(tests.codes('+423556', 40), 10::bigint, 'a range in which nobody proved a number gets a third of the codes');
insert into auth.users (id, phone, phone_confirmed_at, raw_user_meta_data) values (gen_random_uuid(), '4235571234', now(), '{}');
select is(tests.codes('+423557', 40), 30::bigint, 'a range in which somebody proved a number gets all of the codes');
select is(tests.code('+4235571234'), 'sent', 'who has proved the number gets a code while its range is exhausted');
select tests.turn('61 minutes');
select public.log_code('sms', '+423557' || n, null, 'sign_in_code', '{"state": "sent", "provider": "vonage", "segments": 1}') from generate_series(2000, 2011) n;
select tests.turn('3 minutes');
select is(tests.codes('+423557', 40), 3::bigint, 'a range whose codes nobody enters gets a tenth of the codes');
select tests.turn('61 minutes');
select public.log_code('sms', '+423557' || n, null, 'sign_in_code', '{"state": "sent", "provider": "vonage", "segments": 1}') from generate_series(2000, 2009) n;
insert into auth.users (id, phone, raw_user_meta_data) select gen_random_uuid(), '423557' || n, '{}' from generate_series(2000, 2001) n;
update auth.users u set phone_confirmed_at = app.now() where u.phone in ('4235572000', '4235572001');
select is((select count(*) from app.message_log where state = 'delivered'), 2::bigint, 'a code that was entered has arrived');
select tests.turn('3 minutes');
select is(tests.codes('+423557', 40), 30::bigint, 'a range of which a fifth of the codes is entered is none of those');
select is_empty($$ select 1 from app.message_log l where l::text ~ '423557' $$, 'the log has no number, and no part of one that is not hashed');

-- The day of the firm
select tests.turn('25 hours');
delete from app.message_log;
select tests.set('sms_day_limit', '10');
select is(tests.code('+4235587000', 5), 'sent', 'a number that nobody proved gets texts up to half of the day''s limit');
select is(tests.code('+4235587001', 6), 'no_texts_left', 'a number that nobody proved gets no texts above half of the day''s limit');
select is(tests.code('+4235571234', 10), 'sent', 'a number that was proved gets texts up to the day''s limit');
select public.log_code('sms', '+4235587000', null, 'sign_in_code', '{"state": "sent", "provider": "vonage", "segments": 9}');
select public.log_code('sms', '+4235587000', null, 'sign_in_code', '{"state": "retry", "reason": "503", "segments": 9}');
select public.log_code('mail', 'ann@hackney.test', null, 'sign_in_code', '{"state": "sent", "provider": "resend"}');
select is(app.texts_of_day(), 9::bigint, 'parts of texts that were sent count for the day, failures and mails do not');
select is(tests.code('+4235571234', 2), 'no_texts_left', 'a number that was proved gets no texts above the day''s limit');
select tests.turn('24 hours');
select is(tests.code('+4235571234', 2), 'sent', 'the next day has texts again');
select tests.act_as('admin');
select throws_ok($$ select public.admit_code('+4235557701') $$, '42501', null, 'an admin cannot count codes');
select tests.as_visitor();
select throws_ok($$ select public.admit_code('+4235557701') $$, '42501', null, 'a visitor cannot count codes');
select * from finish();
