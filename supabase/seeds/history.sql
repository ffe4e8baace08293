-- Six months of Hackney Vaduz: 400 bookings, made by the functions that clients call while app.clock is turned back to
-- their day, so that every row, event, fare and posting is what the product itself writes. Dice are thrown from a seed:
-- the same company each time. Each statement may run in a transaction of its own and the file may be run again: it goes
-- on where it ended. `supabase start` and `db reset` play it at once, the embedded stack while the page is in use.

create schema if not exists seed;
revoke all on schema seed from public;

-- Routes between places of the region, as the embedded router measured them.
create table if not exists seed.routes (n integer primary key, pickup text, pickup_lat double precision, pickup_lng double precision,
  "drop" text, drop_lat double precision, drop_lng double precision, km numeric, secs integer, polyline text);
insert into seed.routes values
  (1, 'Vaduz, Coop', 47.140104, 9.520833, 'Triesen, Gasthof Adler', 47.106572, 9.525248, 3.85, 381, E'e`v~Gkpby@NcCrRmBf@m@pGt@lO?fc@kH`\\{AxSCn\\jAfSoCbIoCvOA'),
  (2, 'Triesen, Gasometer', 47.108025, 9.526466, 'Bendern, Post', 47.212214, 9.506214, 12.564, 1130, E'sxo~Gsqcy@qB_AeB~AmCtFoBz@{UjDca@}AuXh@qRfA_d@rGuNV}H{@wCrAwMlAmDzBs@c@gD|DkV|b@cKrHoTrHkZ`EkHhCkFHi\\nEcPqAmFwCaDoD}AdEcx@lFioCtl@mHNsY_E}ZaAm@_@OwBt@yEv@[wC{Hu@_Ga@A_AnBy@DEjA'),
  (3, 'Nendeln, Bahnhof', 47.197384, 9.543069, 'Vaduz, Landesspital', 47.134377, 9.522478, 8.89, 779, E'ifa_Hgyfy@oBbAtQrL|IrAlSc@bHrDfOpVhCzJrGt_@jEnLxCzErG|GzEtCpCfFrHQdVnHlEtCtHlKjDhK`F|IvGlRsA|CGdDlEZbIlDPwDjNbAh\\oEjFIjHiCjZaErQeGlEoB~HeHxNcYnIaLl@ZnEuCrRmBf@m@bOl@]sA'),
  (4, 'Vaduz, Universität', 47.148972, 9.512312, 'Vaduz, Coop', 47.140104, 9.520833, 1.307, 136, E'_xw~Goz`y@`KyDpGqFfPwZbIwKx@P|DmC@zB'),
  (5, 'Schellenberg, Zentrum', 47.231202, 9.545802, 'Vaduz, Landesspital', 47.134377, 9.522478, 13.61, 1206, E'y|g_Hmlgy@AcDpCQb@v@hArExB|DxDdOlGlMB~ErAxErHvKTrBUxC`BrE~BnPA`FqBxKD~EtLfl@bFtHrAbK|LfUpb@rr@BpCnFrA`Rs@tQfArXzDlIKhoCul@bx@mF@|BlEZbIlDPwDjNbAh\\oEtGS`G_CjZaE`XuJ~HeHxNcYnIaLl@ZnEuCrRmBf@m@bOl@]sA'),
  (6, 'Schaan, Zentrum', 47.164391, 9.508768, 'Vaduz, Post', 47.138684, 9.521756, 3.16, 302, E'oxz~God`y@`I`@h\\oEtGS`G_CjZaEnTsHpLgJxNcYbIwKx@PnEuC~F]'),
  (7, 'Vaduz, Landesspital', 47.134377, 9.522478, 'Planken, Zentrum', 47.185885, 9.545221, 8.591, 830, E's{t~Gqzby@\\rAoPs@wCrAwMlAmDzBs@c@kJbMgPvZqGpFoV`J}[tEaG~BuGReTjDwJd@mO}B{EoDyB_DsF{PaF}IkCoIt@eBAmPq@kGmHySqGcWMwCtAeLc@uMuEcAyAuAWaArAYBs@gAe@aBmFq@F[xDiBhByFmGsApByCsByCl@}F{IrD`C~DPJs@uH_EiH}NiM}L_GoJ'),
  (8, 'Vaduz, Landesspital', 47.134377, 9.522478, 'Balzers, Gutenberg', 47.065135, 9.500719, 8.56, 828, E's{t~Gqzby@\\rAzGFfc@kH`\\{AxSCn\\jAfSoCbIoCjX?rNz@bKc@xKl@xSoA`Gj@dG`DbLjNnFhEn~Ah|@tEjF^rHlGpJpHvZxTcJx@~OtAzC'),
  (9, 'Triesen, Post', 47.111274, 9.524108, 'Vaduz, Coop', 47.140104, 9.520833, 3.299, 318, E'qlp~Goecy@cS~Bs^cB}\\t@iNz@_d@rGuNV}H{@wCrAiNtA@zB'),
  (10, 'Vaduz, Landesspital', 47.134377, 9.522478, 'Ruggell, Zentrum', 47.239756, 9.526287, 13.078, 1044, E's{t~Gqzby@\\rAoPs@wCrAwMlAmDzBs@c@kJbMgPvZcKrHoTrHkZ`EkHhCkFHi\\nEcPqAmFwCaDoD}AdEcx@lFskCvk@uIp@a\\cEuQgA}IDUc@cBnAiC@cP}Ew[sAyHuC_HuHwGuNaGsI{`BuwAxA{EpCu@'),
  (11, 'Bendern, Post', 47.212214, 9.506214, 'Ruggell, Zentrum', 47.239756, 9.526287, 4.549, 372, E'mbd_Hyt_y@DkAx@E~@oB`@@t@~FvB`HqBpLwEb@cP}Ew[sAyHuC_HuHwGuNaGsI{`BuwAxA{EpCu@'),
  (12, 'Vaduz, Post', 47.138684, 9.521756, 'Schaan, Bahnhof', 47.1686, 9.5085, 3.782, 390, E'uwu~Gmuby@_G\\mDzBs@c@kJbMgPvZqGpFoV`J}[tEkHhCkFHi\\nEcPqAmFwCaDoDsA|CGdDwARi@f@NX'),
  (13, 'Vaduz, Park-Hotel Sonnenhof', 47.147096, 9.523985, 'Schaan, Zentrum', 47.164391, 9.508768, 2.908, 299, E'ekw~Godcy@b@|C`AdBnCbAv@nArAq@G~C_DtO}GjMaQdKqIfLkAxCI|BwRnCaG~BuGRgQxCaJt@aIa@'),
  (14, 'Vaduz, Schlössle', 47.146175, 9.517818, 'Eschen, Zentrum', 47.210757, 9.520462, 9.106, 760, E'kgw~Gs~ay@wCxFuC|C{IhDuBnBqIfLkAxCI|BwRnCkHhCkFHi\\nEcPqAmFwCaDoD}AdEcx@lFskCvk@uIp@a\\cEk\\aBOwB`@cD`@qAh@?qDsK[yJ|Hs`@t@{MIwQ_A]oCkI'),
  (15, 'Vaduz, Schlössle', 47.146175, 9.517818, 'Bendern, Post', 47.212214, 9.506214, 8.123, 679, E'kgw~Gs~ay@wCxFuC|C{IhDuBnBqIfLkAxCI|BwRnCkHhCkFHi\\nEcPqAmFwCaDoD}AdEcx@lFioCtl@mHNsY_E}ZaAm@_@OwBt@yEv@[wC{Hu@_Ga@A_AnBy@DEjA'),
  (16, 'Vaduz, Park-Hotel Sonnenhof', 47.147096, 9.523985, 'Triesen, Post', 47.111274, 9.524108, 4.348, 478, E'ekw~Godcy@b@|C`AdBnCbAv@nArAq@G~CfEfGPbBvDjEdJcMl@ZnEuCrRmBf@m@pGt@lO?fc@kHpRgAh]W~YpAbS_C'),
  (17, 'Triesen, Gasthof Adler', 47.106572, 9.525248, 'Schaan, Zentrum', 47.164391, 9.508768, 6.807, 645, E'aoo~Gwjcy@cSPwE~BwUtCs^cB}\\t@iNz@_d@rGuNV}H{@wCrAwMlAmDzBs@c@g@j@cIvKyNbYqLfJoTrHkZ`EaG~BuGRi\\nEaIa@'),
  (18, 'Balzers, Gutenberg', 47.065135, 9.500719, 'Schaan, Bahnhof', 47.1686, 9.5085, 12.838, 1254, E'upg~Gon~x@uA{Cy@_PyTbJqHwZmGqJ_@sHuEkFo~Ai|@oFiEcLkNaDwBeJuAySnAyKm@cKb@sN{@kX?uBPq@`A{Cz@gSnCca@}AeOTa\\zA_d@rGuNV}H{@wCrAwMlAmDzBs@c@kJbMgPvZqGpFoV`J}[tEkHhCkFHi\\nEcPqAmFwCaDoDsA|CGdDwARi@f@NX'),
  (19, 'Vaduz, Landesbibliothek', 47.135789, 9.520766, 'Vaduz, Park-Hotel Sonnenhof', 47.147096, 9.523985, 1.741, 262, E'seu~Ginby@qEX?aKwCrAwMlAaEzBg@eBoDiEuB}@kDrLyH{DF_DsAp@w@oAsDgBaA_F'),
  (20, 'Balzers, Gutenberg', 47.065135, 9.500719, 'Triesen, Gasometer', 47.108025, 9.526466, 6.012, 602, E'upg~Gon~x@uA{Cy@_PyTbJqHwZmGqJ_@sHuEkFo~Ai|@oFiEcLkNaDwBeJuAySnAyKm@mM`@uM{@cZTpBqEdB_BpB~@'),
  (21, 'Schaan, Laurentiusbad', 47.160767, 9.50893, 'Vaduz, Schlössle', 47.146175, 9.517818, 1.843, 174, E'waz~Goe`y@rOmCtGS`G_CvRoCH}BjAyCpIgLtBoBzIiDtC}CvCyF'),
  (22, 'Vaduz, Post', 47.138684, 9.521756, 'Eschen, Zentrum', 47.210757, 9.520462, 10.02, 847, E'uwu~Gmuby@_G\\mDzBs@c@kJbMmMfWaGhG{ExCoTrHkZ`EkHhCkFHi\\nEcPqAmFwCaDoD}AdEcx@lFskCvk@uIp@a\\cEk\\aBOwB`@cD`@qAh@?qDsK[yJ|Hs`@t@{MIwQ_A]oCkI'),
  (23, 'Vaduz, Universität', 47.148972, 9.512312, 'Triesen, Post', 47.111274, 9.524108, 4.513, 426, E'_xw~Goz`y@`KyDpGqFjV}b@jC{Cl@ZnEuCrRmBf@m@pGt@lO?lVsEb[sCpa@c@~YpAbS_C'),
  (24, 'Schaan, Zentrum', 47.164391, 9.508768, 'Balzers, Roxy', 47.075124, 9.51148, 10.551, 964, E'oxz~God`y@`I`@h\\oEtGS`G_CjZaEnTsHpLgJxNcYbIwKx@PnEuCrRmBf@m@pGt@lO?fc@kHpRgAh]Wn\\jAfSoCfLuCfUDrNz@bKc@xKl@xSoA`Gj@dG`DbLjNnFhEvxAxw@'),
  (25, 'Vaduz, Post', 47.138684, 9.521756, 'Vaduz, Mühleholz', 47.154731, 9.51059, 2.07, 200, E'uwu~Gmuby@_G\\mDzBs@c@kJbMyNbY_IdHaXtJ_V`D'),
  (26, 'Triesen, Gasometer', 47.108025, 9.526466, 'Vaduz, Mühleholz', 47.154731, 9.51059, 5.597, 564, E'sxo~Gsqcy@qB_AeB~AmCtFoBz@{UjDca@}AuXh@qRfA_d@rGuNV}H{@wCrAwMlAmDzBs@c@gD|D}Tha@_IdHaXtJ_V`D'),
  (27, 'Vaduz, Mühleholz', 47.154731, 9.51059, 'Balzers, Gutenberg', 47.065135, 9.500719, 11.125, 1056, E'_|x~Gqo`y@~UaD`XuJ~HeH|Tia@jC{Cl@ZnEuCrRmBf@m@pGt@lO?fc@kHpRgAh]Wn\\jAfSoCbIoCjX?rNz@bKc@xKl@tWcAhFhA`DvBbLjNnFhEn~Ah|@tEjF^rHlGpJpHvZxTcJx@~OtAzC'),
  (28, 'Vaduz, Landesspital', 47.134377, 9.522478, 'Triesenberg, Zentrum', 47.118618, 9.543366, 5.949, 545, E's{t~Gqzby@\\rAzGFlVsE~AqDbKiKjc@mWxDoApDWvDgB~KeAbJ`EjC[vImJ`G_EpGeIUu@eDhAeF_@Eq@bB_@p@_BWcBqA}@sB]kEpAB}@rB_BlAqEYc@yCpCcA[pEyKGg@sC`BiFDzD_GUsGr@sFz@cBzBo@GgAcIf@eF_FqJrGwM|C'),
  (29, 'Schaan, Laurentiusbad', 47.160767, 9.50893, 'Vaduz, Coop', 47.140104, 9.520833, 2.65, 260, E'waz~Goe`y@rOmCtGS`G_CjZaEnTsHpLgJxNcYbIwKx@P|DmC@zB'),
  (30, 'Ruggell, Zentrum', 47.239756, 9.526287, 'Vaduz, Mühleholz', 47.154731, 9.51059, 10.475, 785, E'gni_Hqncy@qCt@yAzEz`BtwAfU~_@`GxDhDz@v[rAbP|E`Rs@tQfArXzDlIKhoCul@bx@mF@|BlEZbIlDPwDvJdAvJe@dTkDtGSlK_D'),
  (31, 'Vaduz, Park-Hotel Sonnenhof', 47.147096, 9.523985, 'Eschen, Zentrum', 47.210757, 9.520462, 9.765, 844, E'ekw~Godcy@b@|C`AdBnCbAv@nArAq@G~C_DtO}GjMaQdKqIfLkAxCI|BwRnCkHhCkFHi\\nEcPqAmFwCaDoD}AdEcx@lFskCvk@uIp@a\\cEk\\aBOwB`@cD`@qAh@?qDsK[yJ|Hs`@t@{MIwQ_A]oCkI'),
  (32, 'Schaan, Bahnhof', 47.1686, 9.5085, 'Vaduz, Post', 47.138684, 9.521756, 3.726, 388, E'or{~Gmc`y@OYbBy@pDH|J|DPwDvJdAvJe@dTkDtGS`G_C|[uE|R_HzEyC`GiGlMgWbIwKx@PnEuC~F]'),
  (33, 'Schaan, Laurentiusbad', 47.160767, 9.50893, 'Vaduz, Park-Hotel Sonnenhof', 47.147096, 9.523985, 2.502, 254, E'waz~Goe`y@rOmCtGS`G_CvRoCH}BjAyCpIgL`QeK|GkMhDcQAqBsAp@w@oAsDgBaA_F'),
  (34, 'Vaduz, Mühleholz', 47.154731, 9.51059, 'Triesen, Gasthof Adler', 47.106572, 9.525248, 5.714, 543, E'_|x~Gqo`y@~UaD`XuJ~HeH|Tia@jC{Cl@ZnEuCrRmBf@m@pGt@lO?lVsEb[sCpa@c@~YpAvUuCbIoCvOA'),
  (35, 'Triesen, Post', 47.111274, 9.524108, 'Schaan, Zentrum', 47.164391, 9.508768, 6.259, 588, E'qlp~Goecy@cS~Bs^cB}\\t@iNz@_d@rGuNV}H{@wCrAwMlAmDzBs@c@g@j@cIvKyNbYqLfJoTrHkZ`EaG~BuGRi\\nEaIa@'),
  (36, 'Eschen, Zentrum', 47.210757, 9.520462, 'Triesen, Gasometer', 47.108025, 9.526466, 13.625, 1218, E'qxc_H}oby@nCjI~@\\HvQu@zM}Hr`@ZxJpCxJkB~L|Fe@xPx@ba@xEtIq@rkCwk@bx@mF@|BlEZbIlDPwDvJdAvJe@dTkDtGS`G_CjZaEnTsHbKsHjV}b@jC{Cl@ZnEuCrRmBf@m@pGt@lO?fc@kHpRgAh]Wn\\jAhZyE?iApD}Fb@[pB~@'),
  (37, 'Malbun, Jufa', 47.102793, 9.608395, 'Triesen, Gasometer', 47.108025, 9.526466, 12.691, 1155, E'}wn~Gmssy@BbCaADu@hBmFt@}FpHaArMuHdJuPjb@ChK_Fx\\B~Iu@|Lx@zSiBrTsAtFvApVkAnBoJxF_BhDsEdaAe@rAyD|C}IvDwEtFu@`EpClBJbBeBpBwAvJqAtCcHrAg@t@oBjMiCbCVr@jEgAtB}DpDg@xCkBbL\\tM{@tFsChD~@RfBe@p@oDpAsDtD_EfA_CtGjAVnBq@aCvDoKtDFj@~AR`AlCrJcCpJsGdF~EbIg@FfA{Bn@gAdCg@pETrG}DpFZf@dAm@hCLrCaBFf@qExKbAZxCqCXb@mApEsB~AC|@jEqAdEzAPdCoC|AJt@~EZzDy@qGjJsChBLp@pAr@zEmDbGDxGwHt@IY`A`AQx@|Au@fCd@fCkCtJCpHmCjHgFdFpB~@'),
  (38, 'Nendeln, Bahnhof', 47.197384, 9.543069, 'Schaan, Zentrum', 47.164391, 9.508768, 5.159, 409, E'ifa_Hgyfy@oBbAtQrL|IrAlSc@bHrDfOpVhCzJrGt_@jEnLxCzErG|GzEtCpCfFrHQdVnHlEtCtHlKjDhK`F|IvGlRsA|CGdDlEZbIlDPwDhD`@'),
  (39, 'Triesen, Post', 47.111274, 9.524108, 'Schaan, Bahnhof', 47.1686, 9.5085, 6.879, 676, E'qlp~Goecy@cS~Bs^cB}\\t@iNz@_d@rGuNV}H{@wCrAwMlAmDzBs@c@gD|DkV|b@qGpFmEnBsQdGkZ`EmEpBsf@pFcPqAmFwCaDoDsA|CGdDwARi@f@NX'),
  (40, 'Triesenberg, Zentrum', 47.118618, 9.543366, 'Bendern, Post', 47.212214, 9.506214, 12.498, 1042, E'gzq~Ge|fy@mEnB{@|BoAfLRpE}@tC}BlA}AdGkAnAsAb@eGu@CdFwDhHgD|@m@dAsFPwCfEcDdAmGzEoHDaEdCsHf@yIpI{MvHmD`AwD@`ChDEf@iHg@Gl@x@RBt@eBg@eKl@uF~CsCTe@|@F|HwE|R_EpHuC|C{IhDuBnBqIfLkAxCI|BwRnCkHhCkFHi\\nEcPqAmFwCaDoD}AdEcx@lFurC`m@cJSsY}DqVu@g@mCt@yEv@[wC{Hu@_Ga@A_AnBy@DEjA')
on conflict do nothing;

create table if not exists seed.plan (n integer primary key, at timestamptz not null, rider integer not null, which_driver double precision not null,
  route integer not null, car integer not null, outcome double precision not null, mood double precision not null, pace double precision not null,
  extra double precision not null, payment double precision not null, played_until timestamptz, failed text);
do $$ begin
perform setseed(0.4841);
insert into seed.plan (n, at, rider, which_driver, route, car, outcome, mood, pace, extra, payment)
select row_number() over (order by p.at), p.at, p.rider, p.which_driver, p.route, p.car, p.outcome, p.mood, p.pace, p.extra, p.payment
from (
  select date_trunc('day', now()) - interval '182 days' + make_interval(days => floor(180 * sqrt(random()))::integer,
      -- Mornings, noon and evenings are busy, nights are not.
      hours => (array[0, 6, 7, 7, 8, 8, 9, 10, 11, 12, 12, 13, 14, 15, 16, 17, 17, 18, 18, 19, 20, 21, 22, 23])[1 + floor(24 * random())::integer],
      secs => floor(3600 * random())) as at,
    301 + floor(40 * random() * random())::integer as rider, random() as which_driver, 1 + floor(40 * random())::integer as route,
    (array[1, 1, 1, 1, 1, 1, 2, 2, 3, 6, 4, 5])[1 + floor(12 * random())::integer] as car,
    random() as outcome, random() as payment, random() as mood, 0.95 + 0.3 * random() as pace, random() as extra
  from generate_series(1, 400)) p
where not exists (select 1 from seed.plan) and not exists (select 1 from public.bookings b where b.created_at < now() - interval '7 days');
end $$;

-- Nobody has been seen later than what comes now, save who is at work this minute; the end puts them back to an hour ago.
update public.driver_positions p set updated_at = now() - interval '1 year'
where p.driver_id::text like '0d000000-0000-4000-8000-0000000004%' and p.updated_at < now() - interval '10 minutes';

-- The rest of the transaction is this person's. What changed is told to nobody: it is long ago.
create or replace function seed.act_as(n integer) returns void language plpgsql as $$
begin
  perform set_config('app.quiet', 'on', true), set_config('request.jwt.claims', jsonb_build_object(
    'sub', '0d000000-0000-4000-8000-000000000' || n, 'role', 'authenticated',
    'user_role', (select p.usertype from public.profiles p where p.id = ('0d000000-0000-4000-8000-000000000' || n)::uuid))::text, true);
end $$;

create or replace function seed.turn(to_time timestamptz) returns void language sql as $$
  update app.clock set "offset" = to_time - now()
$$;

-- Somewhere on the way, and the report that a phone sends of it.
create or replace function seed.fix(polyline text, part double precision, at timestamptz) returns jsonb language sql as $$
  select jsonb_build_object('lat', extensions.st_y(p.point), 'lng', extensions.st_x(p.point), 'accuracy', 6, 'at', at - c."offset")
  from app.clock c, lateral (select extensions.st_lineinterpolatepoint(
    extensions.st_linefromencodedpolyline(polyline, 5), least(1, part)) as point) p
$$;

create or replace function seed.play(p seed.plan, inout v_at timestamptz) language plpgsql as $$
declare
  r seed.routes;
  v_driver integer;
  v_second integer;
  v_id uuid;
  v_quote uuid;
  v_mode text;
  v_secs double precision;
  v_person text := '0d000000-0000-4000-8000-000000000';
begin
  select * into r from seed.routes s where s.n = p.route;
  v_at := greatest(p.at, v_at + interval '3 minutes');
  -- Two drivers of this car, in case the first gives the booking back; courier and premium have few.
  select (array_agg(right(d.id::text, 3)::integer order by d.id))[1 + floor(p.which_driver * count(*))::integer],
    (array_agg(right(d.id::text, 3)::integer order by d.id))[1 + (1 + floor(p.which_driver * count(*))::integer) % count(*)::integer]
    into v_driver, v_second
  from public.drivers d left join public.driver_positions l on l.driver_id = d.id and l.updated_at > now() - interval '10 minutes'
  where l.driver_id is null and d.id::text like v_person || '4%' and d.car_type_id = ('0c000000-0000-4000-8000-00000000000' || p.car)::uuid;
  perform seed.turn(v_at);

  -- Nobody is on duty for one booking in fifty.
  if p.outcome > 0.02 then
    perform seed.act_as(v_driver), public.set_driver_active(true);
    perform public.report_position(r.pickup_lat + 0.004 * (p.mood - 0.5), r.pickup_lng + 0.01 * (p.extra - 0.5), 90, 8);
  end if;

  v_quote := (public.quote_fare((v_person || p.rider)::uuid, jsonb_build_object('car_type_id', '0c000000-0000-4000-8000-00000000000' || p.car,
    'distance_in_km', r.km, 'time_in_secs', r.secs, 'polyline', r.polyline,
    'pickup', jsonb_build_object('lat', r.pickup_lat, 'lng', r.pickup_lng, 'add', r.pickup),
    'drop', jsonb_build_object('lat', r.drop_lat, 'lng', r.drop_lng, 'add', r."drop"))) ->> 'quote_id')::uuid;
  perform seed.act_as(p.rider);
  v_mode := 'cash';
  v_id := (public.create_booking(v_quote, v_mode, null, case when p.car in (4, 5) then
    '{"delivery_person": "Reception", "delivery_person_phone": "+423 555 09 00", "pick_up_instructions": "Ring twice"}'::jsonb else '{}' end)).id;

  if p.outcome <= 0.02 then
    v_at := v_at + interval '31 minutes';
    perform seed.turn(v_at), app.dispatch_tick();
    return;
  end if;
  if p.outcome <= 0.05 then
    v_at := v_at + interval '15 seconds';
    perform seed.turn(v_at), public.cancel_booking(v_id, 'My plans changed');
    perform seed.act_as(v_driver), public.set_driver_active(false);
    return;
  end if;

  v_at := v_at + make_interval(secs => 5 + 10 * p.mood);
  perform seed.turn(v_at), seed.act_as(v_driver), public.accept_booking(v_id);
  if p.extra < 0.15 then
    perform public.send_chat_message(v_id, (array['I am on my way.', 'Traffic at the bridge, three minutes more.', 'I wait at the entrance.'])[1 + floor(20 * p.extra)::integer]);
    perform seed.act_as(p.rider), public.send_chat_message(v_id, (array['Thank you!', 'No hurry.', 'See you there.'])[1 + floor(20 * p.extra)::integer]);
    perform seed.act_as(v_driver);
  end if;
  if p.outcome <= 0.10 then
    v_at := v_at + make_interval(secs => 60 + 6000 * p.outcome);
    perform seed.turn(v_at), seed.act_as(p.rider), public.cancel_booking(v_id, 'The driver is too far away');
    perform seed.act_as(v_driver), public.set_driver_active(false);
    return;
  end if;
  v_at := v_at + make_interval(secs => 90 + 240 * p.mood);
  perform seed.turn(v_at);
  perform public.report_position(r.pickup_lat, r.pickup_lng, 90, 6), public.arrive_at_pickup(v_id);
  if p.outcome <= 0.12 then
    v_at := v_at + interval '6 minutes';
    perform seed.turn(v_at);
    perform public.report_position(r.pickup_lat, r.pickup_lng, 90, 6), public.no_show(v_id), public.set_driver_active(false);
    return;
  end if;
  v_at := v_at + make_interval(secs => 30 + 500 * p.extra * p.mood);
  perform seed.turn(v_at);
  perform public.start_trip(v_id, (select c.code from app.start_codes c where c.booking_id = v_id));
  v_secs := r.secs * p.pace;
  perform seed.turn(v_at + make_interval(secs => v_secs));
  perform public.report_positions((select jsonb_agg(seed.fix(r.polyline, k / ceil(v_secs / 40), v_at + make_interval(secs => v_secs * k / ceil(v_secs / 40))))
    from generate_series(0, ceil(v_secs / 40)::integer) k));
  v_at := v_at + make_interval(secs => v_secs);
  perform public.reach_drop(v_id, (select c.code from app.start_codes c where c.booking_id = v_id));
  v_at := v_at + interval '40 seconds';
  perform seed.turn(v_at), public.confirm_cash(v_id), public.set_driver_active(false);
  if p.mood < 0.2 then return; end if;
  v_at := v_at + interval '1 minute';
  perform seed.turn(v_at), seed.act_as(p.rider), public.rate_booking(v_id, case when p.mood < 0.3 then 3 when p.mood < 0.5 then 4 else 5 end,
    case when p.mood > 0.95 then 'Friendly and on time' end);
  if p.extra < 0.5 then
    perform seed.act_as(v_driver), public.rate_booking(v_id, case when p.mood < 0.4 then 4 else 5 end);
  end if;
end $$;

-- So many bookings more, in order of their time; a driver has one at a time. Afterwards everybody is as on duty as before.
create or replace function seed.play_next(how_many integer) returns void language plpgsql as $$
declare
  p seed.plan;
  v_at timestamptz;
  v_on_duty uuid[] := array(select d.id from public.drivers d where d.driver_active_status);
begin
  for p in select * from seed.plan q where q.played_until is null order by q.n limit how_many loop
    v_at := greatest(p.at, (select max(q.played_until) from seed.plan q) + interval '3 minutes');
    begin
      v_at := seed.play(p, v_at);
    exception when others then
      -- Somebody real was in the way. The past can do without this one.
      update seed.plan q set failed = sqlerrm where q.n = p.n;
    end;
    update seed.plan q set played_until = v_at where q.n = p.n;
  end loop;
  perform seed.turn(now()), set_config('app.quiet', 'on', true);
  update public.drivers d set driver_active_status = d.id = any (v_on_duty)
  where d.driver_active_status <> (d.id = any (v_on_duty));
end $$;

select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);
select seed.play_next(10);

update public.driver_positions p set updated_at = now() - interval '1 hour'
where p.driver_id::text like '0d000000-0000-4000-8000-0000000004%' and p.updated_at < now() - interval '1 hour';

-- A day after the last ride, what nobody rated is complete.
select app.housekeeping();
do $$ declare v_failed text; begin
  select string_agg(distinct q.failed, ', ') into v_failed from seed.plan q;
  if v_failed is not null then raise warning 'seed: left out: %', v_failed; end if;
end $$;
drop schema seed cascade;
